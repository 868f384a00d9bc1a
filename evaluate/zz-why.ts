import { compileEntities, readAnswer } from '../src/domain/reading.ts';
import { settingsOf } from './score.ts';
const [text = '', ...names] = process.argv.slice(2); const [b, ...o] = names.map((name) => settingsOf({ name }));
const r = readAnswer(compileEntities(b!, o), text, []);
console.log(r.language); [r.brand, ...r.competitors].forEach((e, i) => console.log(names[i], e.mentioned, e.kind, e.sentiment, JSON.stringify(e.reasons.map((x) => ({ ...x, w: text.slice(...x.span) })))));
