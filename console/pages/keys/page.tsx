import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useChange, useOperation } from '../../api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { PageTitle, Section } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/keys.ts';
import { columnsOf, type Key } from './columns.tsx';
import { NewKey } from './new-key.tsx';

/** The account's API keys: list, create, delete. */
export default function Keys() {
  const { may } = useSession();
  const keys = useOperation('keys', {});
  const [isNew, setNew] = useState(location.hash === '#new');
  const [doomed, setDoomed] = useState<Key | null>(null);
  const mayDelete = may('deleteKey');
  const columns = useMemo(() => columnsOf(mayDelete ? setDoomed : undefined), [mayDelete]);
  const all = keys.data?.keys;
  const create = may('createKey') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageTitle title={words.title} text={words.text} actions={all?.length !== 0 && create} />
      <Problem problem={keys.problem} retry={keys.retry} hasOld={all !== undefined} />
      <Section flush>
        <DataTable
          name="keys"
          rows={all}
          columns={columns}
          rowKey={(row) => row.id}
          searchable={(all?.length ?? 0) > 8}
          empty={
            <Empty
              icon={IconKey}
              title={words.none}
              text={may('createKey') ? words.noneNext : words.noneViewer}
              action={create}
            />
          }
        />
      </Section>
      <NewKey opened={isNew} onClose={() => setNew(false)} />
      <DeleteKey doomed={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

function DeleteKey({ doomed, onClose }: { doomed: Key | null; onClose: () => void }) {
  const remove = useChange('deleteKey', { done: words.remove.done });
  const confirm = async () => {
    if (doomed && (await remove.change({ key_id: doomed.id, name: doomed.name }))) onClose();
  };
  return (
    <Confirm
      opened={doomed !== null}
      title={words.remove.title}
      text={words.remove.text(doomed?.name ?? '')}
      name={doomed?.name ?? ''}
      isBusy={remove.isBusy}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
