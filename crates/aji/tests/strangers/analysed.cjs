// Reads the record that `aji review --sgf` writes with the SGF library of the Sabaki editor, and looks for what that
// editor draws.
//
// node analysed.cjs PATH_OF_AJI, with @sabaki/sgf to be found through NODE_PATH.
'use strict'

const assert = require('node:assert/strict')
const {execFileSync} = require('node:child_process')
const sgf = require('@sabaki/sgf')

let checks = 0

function check(condition, what) {
  assert.ok(condition, what)
  checks += 1
}

const text = execFileSync(process.argv[2], ['review', '--sgf', '-'], {maxBuffer: 1 << 26})
const roots = sgf.parseBuffer(text)
check(roots.length === 1, 'one game')
check(roots[0].data.AP[0].startsWith('aji:'), roots[0].data.AP)

let nodes = 0
for (let node = roots[0]; node; node = node.children[0]) {
  const {SBKV, SBKS, V, C, LZ, LZOP, KT, B, W} = node.data
  // Sabaki draws its curve through numbers from 0 to 100.
  check(SBKV.length === 1 && /^\d+\.\d\d$/.test(SBKV[0]) && +SBKV[0] <= 100, SBKV)
  check(SBKS.length === 1 && Math.abs(+SBKS[0] - +V[0]) < 0.06, SBKS)
  check(KT.length === 3 && KT.every(blob => /^[A-Za-z0-9+/]+=*$/.test(blob)), 'KT')
  check(C.length === 1 && C[0].includes('-- aji --'), C)

  // Lizzie splits at the break and at the words between moves, and reads whole numbers.
  const [head, moves] = (LZ ?? LZOP)[0].split('\n')
  const [name, chance, visits, lead] = head.split(' ')
  const isBlacks = B !== undefined
  const blacks = isBlacks ? +chance : 100 - chance
  check(name.startsWith('aji') && Math.abs(blacks - SBKV[0]) < 0.06, `${head} ${SBKV}`)
  check(/^\d+$/.test(visits) && Math.abs(+lead - (isBlacks ? -V[0] : +V[0])) < 0.06, head)
  for (const move of moves.split(' info ')) {
    const words = move.split(' ')
    const pv = words.indexOf('pv')
    check(pv > 0 && pv % 2 === 0 && words[pv + 1] === words[1], move)
    for (const key of ['visits', 'winrate', 'prior']) {
      check(/^\d+$/.test(words[words.indexOf(key) + 1]), `${key} in ${move}`)
    }
  }
  check(nodes === 0 ? LZOP && !LZ : LZ && (B || W), 'LZ stands behind moves')
  nodes += 1
}
check(nodes === 247, `${nodes} nodes`)

// What is written again says the same.
const again = sgf.parse(sgf.stringify(roots))
check(again[0].data.KT[2] === roots[0].data.KT[2], 'written and read again')
console.log(`sabaki's reader: ${checks} checks`)
