// The names of points, as players write them: A1 is the lower left, there is no column I.

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export const columnLetter = (x) => LETTERS[x];

export const pointName = (x, y, height) => LETTERS[x] + (height - y);

/** [x, y] from the upper left. */
export const coordinates = (name, height) => [LETTERS.indexOf(name[0]), height - Number(name.slice(1))];

/** Where a point is among the stones of a board, row by row from the upper left. */
export function indexOf(name, { width, height }) {
  const [x, y] = coordinates(name, height);
  return y * width + x;
}

/** Where the dots are on boards of the usual kind. */
export function dots({ width, height }) {
  const along = (side) => {
    if (side < 7) return side % 2 ? [(side - 1) / 2] : [];
    const edge = side < 13 ? 2 : 3;
    return side % 2 ? [edge, (side - 1) / 2, side - 1 - edge] : [edge, side - 1 - edge];
  };
  const isMiddle = (place, side) => side % 2 === 1 && place === (side - 1) / 2;
  const isSide = (x, y) => isMiddle(x, width) !== isMiddle(y, height);
  const found = along(width).flatMap((x) => along(height).map((y) => [x, y]));
  // Only large boards have dots in the middle of their sides.
  return found.filter(([x, y]) => !isSide(x, y) || Math.min(width, height) > 13);
}
