import { readFileSync } from 'node:fs';
import { compileEntities, readAnswer } from '../src/domain/reading.ts';
import { labelOf, settingsOf } from './score.ts';

const show = process.argv.includes('--show');
const kinds = process.argv.includes('--kinds');
const totals = new Map<string, number[]>();
const add = (k: string, right: boolean, opposite: boolean) => {
  const t = totals.get(k) ?? [0, 0, 0];
  totals.set(k, t);
  t[0]!++;
  if (right) t[1]!++;
  if (opposite) t[2]!++;
};
for (const file of process.argv.slice(2).filter((a) => !a.startsWith('--'))) {
  for (const part of readFileSync(file, 'utf8').split(/^=== /m).slice(1)) {
    const [head = '', ...lines] = part.trimEnd().split('\n');
    const [id = '', kind = ''] = head.split(' | ');
    const s = lines.indexOf('---');
    const labels = lines.slice(0, s).flatMap((l) => {
      const m = /^(.+): (pos|neu|neg)$/.exec(l);
      return m ? [[m[1]!, m[2]!] as const] : [];
    });
    const text = lines.slice(s + 1).join('\n');
    const [b, ...o] = labels.map(([name]) => settingsOf({ name }));
    if (!b) continue;
    const got = readAnswer(compileEntities(b, o), text, []);
    labels.forEach(([name, label], i) => {
      const m = i === 0 ? got.brand : got.competitors[i - 1];
      const sentiment = m?.mentioned ? m.sentiment : null;
      const have = sentiment == null ? `null/${got.language}` : labelOf(sentiment);
      const right = have === label;
      const opp = (have === 'pos' && label === 'neg') || (have === 'neg' && label === 'pos');
      add(file.split('/').at(-1)!, right, opp);
      add('all', right, opp);
      if (kinds) add(kind, right, opp);
      if (have.startsWith('null')) add('null', false, false);
      if (show && !right)
        console.log(
          `${opp ? '!!' : '  '} ${id} ${name}: want ${label}, got ${have}${text.length < 300 ? ` :: ${text.replace(/\n/g, ' / ')}` : ''}`,
        );
    });
  }
}
for (const [k, [n, r, o]] of totals)
  console.log(`${k}: ${((100 * r!) / n!).toFixed(1)} / ${((100 * o!) / n!).toFixed(1)} (${n})`);
