import { Button, PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'wouter';
import { ApiContext, clientOf, type Out, problemOf, useOperation } from '../../api.ts';
import { BrandContext } from '../../brand.tsx';
import { FiltersContext } from '../../filters.ts';
import { Logo } from '../../frame/logo.tsx';
import { Bare, BareForm, BareProblem } from '../../parts/bare.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SharedContext } from '../../session.tsx';
import { words } from '../../words/share.ts';
import { SharedReport } from '../overview/shared-report.tsx';
import { filtersOf } from './filters.ts';
import classes from './share.module.css';

type Opened = Out<'openShare'>;

const { page } = words;

/** A brand's overview for whoever has the link: no session, no filters to change, nothing to write. */
export default function Shared() {
  const { token = '' } = useParams<{ token: string }>();
  const [password, setPassword] = useState('');
  const opening = useQuery({
    queryKey: ['share', token, password],
    queryFn: () => clientOf().openShare({ token, password: password || undefined }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (opening.data) return <Open opened={opening.data} />;
  const problem = opening.error && problemOf(opening.error);
  if (problem?.status === 401)
    return <Locked message={password ? problem.message : undefined} onSubmit={setPassword} />;
  if (problem)
    return (
      <Bare title={page.gone}>
        <p>{problem.message}</p>
      </Bare>
    );
  return null;
}

function Locked({
  message,
  onSubmit,
}: {
  message: string | undefined;
  onSubmit: (password: string) => void;
}) {
  const [typed, setTyped] = useState('');
  return (
    <Bare title={page.wants}>
      <BareForm onSubmit={() => onSubmit(typed)}>
        <PasswordInput
          label={page.password}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          autoFocus
        />
        <BareProblem message={message} />
        <Button type="submit" fullWidth size="md" disabled={typed === ''}>
          {page.open}
        </Button>
      </BareForm>
    </Bare>
  );
}

function Open({ opened: { pass, share } }: { opened: Opened }) {
  const api = useMemo(() => ({ account: -share.brand_id, client: clientOf(undefined, pass) }), [pass, share]);
  const filters = useMemo(() => filtersOf(share.filters), [share]);
  return (
    <ApiContext value={api}>
      <FiltersContext value={filters}>
        <SharedContext value={true}>
          <div className={classes.page}>
            <main>
              <Brand />
            </main>
            <footer className={classes.by}>
              <Logo size={18} />
              {page.by}
            </footer>
          </div>
        </SharedContext>
      </FiltersContext>
    </ApiContext>
  );
}

function Brand() {
  const { data, problem, retry } = useOperation('brands', {});
  const brand = data?.brands[0];
  if (!brand) return <Problem problem={problem} retry={retry} page />;
  return (
    <BrandContext value={brand}>
      <SharedReport />
    </BrandContext>
  );
}
