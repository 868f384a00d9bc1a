import { readFileSync } from 'node:fs';
import { compileEntities, readAnswer } from '../src/domain/reading.ts';
import { settingsOf } from './score.ts';
const set = compileEntities(settingsOf({ name: 'Acme' }), [settingsOf({ name: 'Borg' })]);
const intro: Record<string, string> = { zh: '这是一个非常好的选择，适合所有人，没有比这更好的了。', ja: 'これは誰にとっても非常に良い選択で、これより良いものはありません。', tr: 'Bu markalar için çok iyi bir seçim yapmak istiyorum ve daha fazlası gerekiyor. ', pl: 'To jest bardzo dobry wybór dla każdego i nie ma lepszego niż ten sklep. ', ru: 'Это очень хороший выбор для всех, и лучше этого нет ничего на рынке. ', it: 'Questa è una scelta molto buona per tutti e non ce n’è una migliore. ', pt: 'Esta é uma escolha muito boa para todos e não há outra melhor. ', nl: 'Dit is een heel goede keuze voor iedereen en er is geen betere. ', en: 'This is a very good choice for all and there is none that is better. ', es: 'Esta es una opción muy buena para todos y no hay ninguna mejor que esta. ' };
for (const [l, text] of Object.entries(intro).slice(0, 2)) {
  const rules = JSON.parse(readFileSync(`src/domain/reading/data/feelings-rivals.json`, 'utf8'))[l] ?? [];
  const words = [...new Set(rules.flatMap(([p]: [string]) => p.match(/\p{L}{2,}/gu) ?? []))] as string[];
  let worst = 0; let which = '';
  for (const unit of ['Acme Borg ', ...words.slice(0, 400).map((w) => `Acme ${w} Borg ${w} `), `${words.join(' ')} Acme `]) {
    const big = text + unit.repeat(Math.ceil(60_000 / unit.length)); readAnswer(set, big, []); const t = performance.now(); readAnswer(set, big, []); const ms = performance.now() - t; if (ms > worst) { worst = ms; which = unit.slice(0, 40); }
  }
  console.log(l, worst.toFixed(0), 'ms for 60 kB', which);
}
for (const [l, unit] of [['tr', 'Acme atip Borg atip '], ['en', 'Acme outweighs Borg outweighs '], ['pl', 'Acme ile Borg ile ']] as const) for (const size of [20_000, 60_000, 500_000, 2_000_000]) { const big = intro[l] + unit.repeat(size / unit.length); const t = performance.now(); readAnswer(set, big, []); console.log(l, size, (performance.now() - t).toFixed(0)); }
