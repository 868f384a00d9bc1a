import { Button } from '@mantine/core';
import { use, useState } from 'react';
import { ApiContext, problemOf } from '../../api.ts';
import { download } from '../../download.ts';
import { say } from '../../notify.ts';
import { Section } from '../../parts/section.tsx';
import { words } from '../../words/account.ts';

const TYPE = 'application/x-ndjson';
const END = '{"record":"end"}\n';

/** The whole account as a file, which is offered only when it came to its end. */
export function Export() {
  const { client } = use(ApiContext);
  const [bytes, setBytes] = useState<number>();
  const start = async () => {
    setBytes(0);
    try {
      const response = await client.exportAccount({});
      const file = await received(response, setBytes);
      if ((await file.slice(-END.length).text()) !== END) throw new Error(words.export.broken);
      download(fileName(response), file, TYPE);
    } catch (error) {
      say.problem(problemOf(error));
    }
    setBytes(undefined);
  };
  return (
    <Section title={words.export.title} text={words.export.text}>
      <Button variant="default" disabled={bytes !== undefined} onClick={() => void start()}>
        {bytes === undefined ? words.export.action : words.export.received(bytes)}
      </Button>
    </Section>
  );
}

async function received(response: Response, tell: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  if (!response.body) throw new Error(words.export.broken);
  const reader = response.body.getReader();
  const next = () =>
    reader.read().catch((cause) => {
      throw new Error(words.export.broken, { cause });
    });
  for (let part = await next(); !part.done; part = await next()) {
    parts.push(part.value);
    bytes += part.value.length;
    tell(bytes);
  }
  return new Blob(parts);
}

const fileName = ({ headers }: Response) =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'brandscope-account.jsonl';
