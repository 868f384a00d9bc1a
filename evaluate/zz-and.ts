import { compileEntities, readAnswer } from '../src/domain/reading.ts';
import { settingsOf } from './score.ts';
const set = compileEntities(settingsOf({ name: 'Acme' }), [settingsOf({ name: 'Borg' })]);
for (const unit of ['Acme and Borg and ', 'Acme, Borg, ', 'Acme outdoes Borg outdoes ']) { const big = 'This is a very good choice for all. ' + unit.repeat(2_000_000 / unit.length); for (let i = 0; i < 3; i++) { const t = performance.now(); readAnswer(set, big, []); console.log(unit, (performance.now() - t).toFixed(0)); } }
