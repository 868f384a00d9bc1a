import { readFileSync } from 'node:fs';
import { compileEntities, readAnswer } from '../src/domain/reading.ts';
import { settingsOf } from './score.ts';
for (const file of process.argv.slice(2)) {
  const cases = readFileSync(file, 'utf8').split(/^=== /m).slice(1).flatMap((part) => { const [, ...lines] = part.trimEnd().split('\n'); const s = lines.indexOf('---'); const names = lines.slice(0, s).flatMap((l) => /^(.+): (pos|neu|neg)$/.exec(l)?.[1] ?? []); const [b, ...o] = names.map((name) => settingsOf({ name })); return b ? [{ set: compileEntities(b, o), text: lines.slice(s + 1).join('\n') }] : []; });
  let best = Infinity; const chars = cases.reduce((n, c) => n + c.text.length, 0);
  for (let round = 0; round < 6; round++) { const t = performance.now(); for (const c of cases) readAnswer(c.set, c.text, []); best = Math.min(best, performance.now() - t); }
  console.log(file.split('/').at(-1), (chars / best).toFixed(0), 'chars/ms');
}
