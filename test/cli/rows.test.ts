import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvReader } from '../../src/cli/import/csv.ts';
import { jsonlReader } from '../../src/cli/import/jsonl.ts';
import { LONGEST_LINE, readLines } from '../../src/cli/import/lines.ts';
import type { Reader, Row } from '../../src/cli/import/row.ts';

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(reader: Reader, file: string | Buffer, size = 7): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const lines of readLines(chunks(Buffer.from(file as string), size)))
    rows.push(...reader.push(lines));
  return [...rows, ...reader.end()];
}

const short = (rows: Row[]) => rows.map(({ line, value, refused }) => [line, refused ?? value]);

describe('lines of JSON', () => {
  it('keep the numbers of the file over empty lines, CRLF and a byte-order mark', async () => {
    const rows = await rowsOf(jsonlReader, '\uFEFF{"a":1}\r\n\r\n  \n{"a":2}\n\n{"a":3}');
    assert.deepEqual(short(rows), [
      [1, { a: 1 }],
      [4, { a: 2 }],
      [6, { a: 3 }],
    ]);
  });

  it('refuse bytes that are not UTF-8, and what is no JSON', async () => {
    const bad = Buffer.concat([
      Buffer.from('{"a":"'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('"}\n{"a":\n{"a":1}'),
    ]);
    const rows = await rowsOf(jsonlReader, bad);
    assert.equal(rows[0]?.refused, 'not valid UTF-8');
    assert.match(rows[1]?.refused ?? '', /^not valid JSON: /);
    assert.deepEqual(short(rows.slice(2)), [[3, { a: 1 }]]);
  });

  it('keep the beginning of a line that is too long, and go on after it', async () => {
    const rows = await rowsOf(jsonlReader, `{"a":1}\n"${'x'.repeat(LONGEST_LINE)}"\n{"a":2}\n`, 65_536);
    assert.deepEqual(
      rows.map(({ line, refused }) => [line, refused]),
      [
        [1, undefined],
        [2, 'longer than 8,388,608 bytes'],
        [3, undefined],
      ],
    );
    assert.equal(rows[1]?.bytes.length, 1000);
  });

  it('are the same however the file is cut', async () => {
    const file = '{"a":"ä😀"}\r\nnonsense\n{"b":2}';
    const whole = await rowsOf(jsonlReader, file, 1000);
    for (const size of [1, 2, 3, 5]) assert.deepEqual(await rowsOf(jsonlReader, file, size), whole);
  });
});

const HEADER = 'prompt,agent,answered_at,answer\n';
const csv = (text: string | Buffer, onUnknown: (names: string[]) => void = () => {}) =>
  rowsOf(csvReader(onUnknown), text);
const row = (answer: string) => ({ prompt: 'p', agent: 'a', answered_at: 't', answer });

describe('CSV', () => {
  it('takes quotes, line breaks within them, doubled quotes, CRLF, BOM and empty lines', async () => {
    const rows = await csv(
      `\uFEFF${HEADER.replace('\n', '\r\n')}p,a,t,"one\r\n""two"", three"\r\n\r\np,a,t,four\r\n`,
    );
    assert.deepEqual(short(rows), [
      [2, row('one\n"two", three')],
      [5, row('four')],
    ]);
  });

  it('reads citations and searches in both forms, leaves empty fields out, names unknown columns', async () => {
    let unknown: string[] = [];
    const rows = await csv(
      'ID,prompt,agent,answered_at,answer,citations,searches,model,mood\n' +
        '1,p,a,t,x,https://a.example https://b.example,one|two,,good\n' +
        '2,p,a,t,x,"[{""url"":""https://c.example"",""title"":""C""}]","[""three""]",m,\n' +
        '3,p,a,t,x,[oops,,,\n',
      (names) => {
        unknown = names;
      },
    );
    assert.deepEqual(unknown, ['mood']);
    assert.deepEqual(short(rows), [
      [
        2,
        {
          id: '1',
          ...row('x'),
          citations: [{ url: 'https://a.example' }, { url: 'https://b.example' }],
          searches: ['one', 'two'],
        },
      ],
      [
        3,
        {
          id: '2',
          ...row('x'),
          citations: [{ url: 'https://c.example', title: 'C' }],
          searches: ['three'],
          model: 'm',
        },
      ],
      [4, 'citations looks like JSON and is not valid'],
    ]);
  });

  it('refuses a row with too few or too many columns alone', async () => {
    const rows = await csv(`${HEADER}p,a,t\np,a,t,x,y\np,a,t,fine\n`);
    assert.deepEqual(short(rows), [
      [2, '3 columns where the header has 4'],
      [3, '5 columns where the header has 4'],
      [4, row('fine')],
    ]);
  });
});

describe('bad CSV', () => {
  it('loses one line to an unclosed quote, not the rest of the file', async () => {
    const rows = await csv(
      `${HEADER}p,a,t,"open\np,a,t,"two\nlines"\np,a,t,plain\np,a,t,5" screen\np,a,t,last\n`,
    );
    assert.deepEqual(
      rows.map(({ line, value, refused }) => [
        line,
        refused ? 'refused' : (value as { answer: string }).answer,
      ]),
      [
        [2, 'refused'],
        [3, 'two\nlines'],
        [5, 'plain'],
        [6, 'refused'],
        [7, 'last'],
      ],
    );
  });

  it('takes semicolons and tabs as they stand in the header', async () => {
    assert.deepEqual(short(await csv('prompt;agent;answered_at;answer\np;a;t;x, y\n')), [[2, row('x, y')]]);
    assert.deepEqual(short(await csv('prompt\tagent\tanswered_at\tanswer\np\ta\tt\tx; y\n')), [
      [2, row('x; y')],
    ]);
  });

  it('refuses a header without the needed columns, and an empty file', async () => {
    await assert.rejects(csv('prompt,agent\np,a\n'), /answered_at, answer is missing/);
    await assert.rejects(csv('prompt,agent,answered_at,answer,answer\n'), /two columns named answer/);
    await assert.rejects(csv(''), /needs a header row/);
  });
});
