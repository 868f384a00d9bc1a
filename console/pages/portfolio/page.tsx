import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconTargetArrow } from '@tabler/icons-react';
import { type Brand, useBrands } from '../../brand.tsx';
import { useFilters } from '../../filters.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { PageTitle, Section } from '../../parts/section.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/portfolio.ts';
import { columns } from './columns.tsx';
import { NewBrand } from './new-brand.tsx';
import { useStandings } from './standings.ts';

const FEW = 8;

/** All brands of the account: how each stands, and what changed. */
export default function Portfolio() {
  const brands = useBrands();
  const [isOpen, { open, close }] = useDisclosure(location.hash === '#new');
  const { may } = useSession();
  const add = may('createBrand') && (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      {words.add}
    </Button>
  );
  const all = brands.data?.brands;
  return (
    <>
      <PageTitle
        title={words.title}
        actions={
          all?.length !== 0 && (
            <>
              <ApiButton name="brands" input={{}} />
              {add}
            </>
          )
        }
      />
      <Problem problem={brands.problem} retry={brands.retry} hasOld={all !== undefined} />
      {all?.length === 0 ? (
        <Section>
          <Empty
            icon={IconTargetArrow}
            title={words.none}
            text={may('createBrand') ? words.noneNext : words.viewer}
            action={add}
          />
        </Section>
      ) : (
        <Standings brands={all} />
      )}
      <NewBrand opened={isOpen} onClose={close} />
    </>
  );
}

function Standings({ brands }: { brands: readonly Brand[] | undefined }) {
  const { href } = useFilters();
  const { rows, problem, retry } = useStandings(brands ?? []);
  return (
    <>
      <Problem problem={problem} retry={retry} hasOld />
      <Section flush>
        <DataTable
          name="brands"
          rows={brands && rows}
          columns={columns}
          rowKey={(row) => row.brand.id}
          href={(row) => href(`/brands/${row.brand.id}`)}
          searchable={rows.length > FEW}
          tall
        />
      </Section>
    </>
  );
}
