// Plays and analyses with `aji gtp` through the GTP library of the Sabaki editor, as that does.
//
// node sabaki.cjs PATH_OF_AJI, with @sabaki/gtp to be found through NODE_PATH.
'use strict'

const assert = require('node:assert/strict')
const {Command, Controller, ControllerStateTracker} = require('@sabaki/gtp')

const VERTEX = /^[A-HJ-Z]\d+$/
let checks = 0

function check(condition, what) {
  assert.ok(condition, what)
  checks += 1
}

function same(found, wanted, what) {
  assert.deepEqual(found, wanted, what)
  checks += 1
}

// Candidates as Sabaki finds them in a line: the moves of the variation must end each part, and
// whatever stands before them is pairs of keys and values.
function candidates(line) {
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map(part => {
      const words = part.trim().split(/\s+/)
      const pv = words.indexOf('pv')
      assert.ok(pv > 0 && pv % 2 === 0, `keys without values: ${part}`)
      const found = {pv: words.slice(pv + 1)}
      for (let i = 0; i < pv; i += 2) found[words[i]] = words[i + 1]
      return found
    })
}

function checkCandidates(line, hasFractions) {
  const found = candidates(line)
  check(found.length > 1, `only ${found.length} candidates`)
  for (const {move, visits, winrate, scoreLead, prior, order, pv} of found) {
    // Sabaki drops moves that are no points, and takes a winrate with a point for a fraction and one
    // without for hundredths of percents.
    check(/^[A-Za-z]\d+$/.test(move), move)
    check(pv[0] === move && pv.every(word => VERTEX.test(word) || word === 'pass'), pv.join(' '))
    check(Number.isInteger(+visits) && +visits >= 1, visits)
    same([winrate, prior].map(x => x.includes('.')), [hasFractions, hasFractions])
    const chance = hasFractions ? +winrate * 100 : +winrate / 100
    check(chance >= 0 && chance <= 100, winrate)
    if (hasFractions) check(scoreLead.includes('.') && !isNaN(+scoreLead), scoreLead)
    check(found[+order].move === move, order)
  }
}

async function main(path) {
  const controller = new Controller(path, ['gtp'])
  const tracker = new ControllerStateTracker(controller)
  const complaints = []
  controller.on('stderr', ({content}) => complaints.push(content))
  controller.start()

  const send = (text, subscriber) => controller.sendCommand(Command.fromString(text), subscriber)
  const good = async (text, subscriber) => {
    const response = await send(text, subscriber)
    check(!response.error, `${text}: ${response.content}`)
    return response.content
  }
  const bad = async text => {
    const response = await send(text)
    check(response.error === true, `${text}: ${response.content}`)
    return response.content
  }

  // What Sabaki asks first.
  same(await good('name'), 'aji')
  check(/^\d+\.\d+\.\d+/.test(await good('version')), 'version')
  same(await good('protocol_version'), '2')
  const commands = (await good('list_commands')).split('\n')
  for (const name of ['undo', 'set_free_handicap', 'lz-analyze', 'analyze', 'genmove_analyze']) {
    check(commands.includes(name), name)
  }

  // A position, kept up to date by Sabaki's own tracker.
  const play = (color, vertex) => ({name: 'play', args: [color, vertex]})
  const history = [play('B', 'D4'), play('W', 'F6'), play('B', 'pass'), play('W', 'C6')]
  await tracker.sync({komi: 5.5, boardsize: [9, 9], history})
  await tracker.sync({history: [...history.slice(0, 3), play('W', 'G3')]})
  same((await good('move_history')).split('\n')[0], 'white G3')
  same((await good('list_stones white')).split(' ').sort(), ['F6', 'G3'])
  const board = await good('showboard')
  check(board.includes('A B C D E F G H J') && board.split('\n').length >= 11, board)
  await tracker.sync({boardsize: [7, 5], history: [play('W', 'G5')]})
  same(await good('list_stones white'), 'G5')

  // Handicap stones as Sabaki places them, and taking back what came after.
  const handicap = {name: 'set_free_handicap', args: ['C3', 'G7']}
  await tracker.sync({boardsize: [9, 9], history: [handicap, play('W', 'E5')]})
  same((await good('list_stones black')).split(' ').sort(), ['C3', 'G7'])
  await good('undo')
  same(await good('list_stones white'), '')

  // A move of its own is a point that was legal.
  const legal = (await good('all_legal white')).split(/\s+/)
  const chosen = await good('genmove W')
  check(legal.includes(chosen), chosen)
  check((await good('list_stones white')) === chosen, 'it stands on the board')
  same(tracker.state.history.at(-1), play('W', chosen))

  // What cannot be done is an error, and nothing changes.
  same(await bad(`play B ${chosen}`), 'illegal move')
  same(await bad('no_such_command'), 'unknown command')
  await bad('play B Z99')
  await bad('boardsize 99')
  await bad('set_free_handicap C3 G7')
  same(await good('last_move'), `white ${chosen}`)

  // Replies find their commands however many wait.
  const ids = [...Array(40).keys()].map(i => i * 7 + 1)
  const names = ['name', 'no_such_command', 'showboard', 'protocol_version']
  const replies = await Promise.all(
    ids.map((id, i) => controller.sendCommand({id, name: names[i % names.length]}))
  )
  same(replies.map(({id}) => id), ids)
  same(replies.map(({error}) => error), ids.map((_, i) => i % names.length === 1))
  check(!controller.busy, 'nothing waits')

  // Analysis goes on until the next command, with which Sabaki interrupts it.
  for (const [command, hasFractions] of [
    ['lz-analyze B 50', false],
    ['lz-analyze 50', false],
    ['analyze B 50', true],
    ['kata-analyze B interval 50', true]
  ]) {
    let seen
    const first = new Promise(resolve => (seen = resolve))
    const lines = []
    let ended = false
    const running = send(command, ({line, end}) => {
      if (line.startsWith('info ')) seen(line)
      if (line !== '') lines.push(line)
      ended = ended || end
    })
    checkCandidates(await first, hasFractions)
    await new Promise(resolve => setTimeout(resolve, 100))
    check(!ended && controller.busy, `${command} ended by itself`)
    const interrupted = await good('protocol_version')
    same(interrupted, '2')
    const response = await running
    check(ended && !response.error, command)
    check(lines.slice(1).every(line => line.startsWith('info ')), lines.join('\n'))
  }

  // A move with its analysis, whose last line names it.
  const lines = []
  const before = tracker.state.history.length
  await good('genmove_analyze B 50', ({line}) => lines.push(line))
  checkCandidates(lines.find(line => line.startsWith('info ')), true)
  const played = lines.findLast(line => line.startsWith('play ')).slice('play '.length)
  check(VERTEX.test(played), played)
  same(await good('last_move'), `black ${played}`)
  same(tracker.state.history.length, before + 1)

  // It ends when it is told to, by itself.
  const status = new Promise(resolve => controller.once('stopped', ({signal}) => resolve(signal)))
  await controller.stop()
  same(await status, 0)
  same(complaints, [])
  console.log(`sabaki: ${checks} checks`)
}

main(process.argv[2]).catch(error => {
  console.error(error)
  process.exit(1)
})
