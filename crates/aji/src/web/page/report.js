// A report is this page with a game and its review inside: it needs no server and asks none.

const element = document.getElementById("report");

/** `{record, review}`, or null when the page has a server behind it. */
export const report = element ? JSON.parse(element.textContent) : null;
