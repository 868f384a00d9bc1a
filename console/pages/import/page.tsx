import { IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh } from '../../api.ts';
import { useBrand } from '../../brand.tsx';
import { ApiButton } from '../../parts/api-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PageTitle, Section } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/import.ts';
import { Choose } from './choose.tsx';
import { Chosen } from './chosen.tsx';
import { Fields } from './fields.tsx';
import { useJob, useJobs, type Wish } from './job.ts';
import { RefusedLines } from './refused.tsx';
import { Running } from './running.tsx';
import { sampleAnswers } from './sample.ts';
import type { Source } from './source.ts';

/** Recorded answers from a file: choose it, map its columns, see what would come of it, import it. */
export default function Import() {
  const brand = useBrand();
  const { may } = useSession();
  const input = { brand_id: brand.id, answers: sampleAnswers(brand.name).slice(0, 1) };
  return (
    <>
      <PageTitle
        title={words.title}
        text={words.text}
        actions={<ApiButton name="importAnswers" input={input} />}
      />
      {may('importAnswers') ? (
        <Steps key={brand.id} brandId={brand.id} />
      ) : (
        <Section>
          <Empty icon={IconLock} title={words.viewer} text={words.viewerText} />
        </Section>
      )}
    </>
  );
}

/** An import that is under way goes before a new one. */
function Steps({ brandId }: { brandId: number }) {
  const [source, setSource] = useState<Source | null>(null);
  const { job, state } = useJob(brandId);
  const { start, forget } = useJobs(brandId);
  const queries = useQueryClient();
  const begin = (wish: Pick<Wish, 'source' | 'mapping' | 'isTrial'>) =>
    start({ ...wish, onEnd: () => void refresh(queries) });
  if (job && state) {
    return (
      <>
        <Running
          {...{ brandId, job, state }}
          onStart={() => begin({ ...job.wish, isTrial: false })}
          onAnother={() => {
            forget();
            setSource(null);
          }}
        />
        <RefusedLines job={job} state={state} />
      </>
    );
  }
  if (source) return <Chosen key={keyOf(source)} source={source} onSource={setSource} onStart={begin} />;
  return (
    <>
      <Choose onSource={setSource} />
      <Fields />
    </>
  );
}

const keyOf = ({ file, format }: Source) => `${file.name} ${file.lastModified} ${format}`;
