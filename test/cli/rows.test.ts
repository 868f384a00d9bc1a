import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvReader } from '../../contract/import-file/csv.ts';
import { columnsByName, guessColumns, recordedOf } from '../../contract/import-file/csv-columns.ts';
import { delimiterOf, fieldsOf } from '../../contract/import-file/csv-fields.ts';
import { jsonlReader } from '../../contract/import-file/jsonl.ts';
import { LONGEST_LINE } from '../../contract/import-file/lines.ts';
import { formatOf, type Reader, type Row, readRows, refusedLine } from '../../contract/import-file/row.ts';

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(reader: Reader, file: string | Buffer, size = 7): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const portion of readRows(chunks(Buffer.from(file as string), size), reader))
    rows.push(...portion);
  return rows.map((row) => ({ ...row, bytes: Buffer.from(row.bytes) }));
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

  it('say what to do with an array that is written over several lines', async () => {
    const rows = await rowsOf(jsonlReader, '[\n  {\n    "a": 1\n  }\n]\n{"a": [}\n');
    const hinted = rows.map(({ line, refused }) => [
      line,
      /each line must hold one whole/.test(refused ?? ''),
    ]);
    assert.deepEqual(hinted.slice(0, 3), [
      [1, true],
      [2, true],
      [3, false],
    ]);
    assert.deepEqual(hinted.at(-1), [6, false]);
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
const csv = (text: string | Buffer) =>
  rowsOf(
    csvReader((header) => {
      const columns = columnsByName(header);
      return (fields) => recordedOf(fields, columns);
    }),
    text,
  );
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

  it('reads citations and searches in both forms, leaves empty fields and unknown columns out', async () => {
    const rows = await csv(
      'ID,prompt,agent,answered_at,answer,citations,searches,model,mood\n' +
        '1,p,a,t,x,https://a.example https://b.example,one|two,,good\n' +
        '2,p,a,t,x,"[{""url"":""https://c.example"",""title"":""C""}]","[""three""]",m,\n' +
        '3,p,a,t,x,[oops,,,\n',
    );
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

describe('a CSV record', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'ä', '"', ',', ';', '\t', '\n', ' ', '😀'),
    maxLength: 6,
  });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

  it('has the fields that were written, whatever is in them', () => {
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';', '\t'),
        (cells, delimiter) => {
          assert.deepEqual(fieldsOf(cells.map(quoted).join(delimiter), delimiter), cells);
        },
      ),
    );
  });

  it('is what another parser reads, or refused by both', () => {
    const piece = fc.constantFrom('a', '"', '""', ',', 'ä', ' ', 'b,"c"', '"d"');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const record = pieces.join('');
        let expected: string[] | undefined;
        try {
          [expected] = parse(record, { relax_column_count: true }) as string[][];
        } catch {}
        const fields = fieldsOf(record, ',');
        assert.deepEqual(typeof fields === 'string' ? undefined : fields, expected, record);
      }),
      { numRuns: 2000 },
    );
  });

  it('is cut where its header is cut most', () => {
    assert.equal(delimiterOf('prompt;agent;"price, in USD, net, a year"'), ';');
    assert.equal(delimiterOf('prompt\tagent, or tool\tanswer'), '\t');
    assert.equal(delimiterOf('prompt'), ',');
  });
});

describe('columns', () => {
  it('are guessed by what other tools call the fields, each field once', () => {
    const guessed = (header: string) => guessColumns(header.split(',')).map((field) => field ?? '-');
    assert.deepEqual(guessed('Question,AI Tool,Created at,Response text,URLs,Mood'), [
      ...['prompt', 'agent', 'answered_at', 'answer', 'citations', '-'],
    ]);
    assert.deepEqual(guessed('id,prompt,agent,answered_at,answer,citations,model,searches'), [
      ...['id', 'prompt', 'agent', 'answered_at', 'answer', 'citations', 'model', 'searches'],
    ]);
    // A better name wins over an earlier column.
    assert.deepEqual(guessed('text,answer,date,time'), ['-', 'answer', 'answered_at', '-']);
    assert.deepEqual(guessed('foo,bar'), ['-', '-']);
  });
});

describe('a refused row', () => {
  it('is kept with its number and reason, as text or as Base64', () => {
    const bytes = Buffer.from('{"a":1}');
    assert.deepEqual(JSON.parse(refusedLine({ line: 3, bytes }, 'why')), {
      ...{ line: 3, reason: 'why', text: '{"a":1}' },
    });
    const binary = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256));
    const { base64 } = JSON.parse(refusedLine({ line: 4, bytes: binary }, 'why'));
    assert.deepEqual(Buffer.from(base64, 'base64'), binary);
  });
});

it('a name tells the format, packed or not', () => {
  const names = ['a.jsonl', 'A.CSV', 'b.ndjson.gz', 'c.csv.gz', 'd.json', 'csv', 'e.gz'];
  assert.deepEqual(names.map(formatOf), ['jsonl', 'csv', 'jsonl', 'csv', undefined, undefined, undefined]);
});
