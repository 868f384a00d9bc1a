import { ActionIcon, Anchor, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useChange } from '../../api.ts';
import { useFilters } from '../../filters.ts';
import { decimal } from '../../format.ts';
import { ApiButton } from '../../parts/api-button.tsx';
import { Bar } from '../../parts/bar.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Section } from '../../parts/section.tsx';
import { sayUndoable } from '../../parts/undo.tsx';
import { useSession } from '../../session.tsx';
import { words } from '../../words/overview.ts';
import classes from './found.module.css';
import type { Standing } from './standing.ts';

const say = words.found;
const SHOWN = 6;
type Name = NonNullable<Standing['found']>[number];

/** Names that agents bring up and nobody tracks: most visible first. */
export function Found({ standing }: { standing: Standing }) {
  const { brand, found, known, compared, asked } = standing;
  const { href } = useFilters();
  const hadAnswers = (compared?.answers.before ?? 0) > 0;
  const before = hadAnswers && known ? new Set(known.map(({ name }) => name)) : undefined;
  const input = { ...asked.matrix, limit: SHOWN };
  return (
    <Section
      title={say.title}
      text={say.text}
      actions={<ApiButton name="untrackedCompetitors" input={input} />}
    >
      {found === undefined && <Skeleton h={264} />}
      {found?.length === 0 && (
        <Empty
          title={compared?.answers.now === 0 ? say.noAnswers : say.none}
          text={compared?.answers.now === 0 ? say.noAnswersNext : say.noneNext}
        />
      )}
      <ul className={classes.names}>
        {found?.slice(0, SHOWN).map((name) => (
          <Row key={name.name} name={name} isNew={before?.has(name.name) === false} brandId={brand.id} />
        ))}
      </ul>
      {found && found.length > SHOWN && (
        <Anchor component={Link} href={href(`/brands/${brand.id}/competitors`)} size="sm">
          {say.all}
        </Anchor>
      )}
    </Section>
  );
}

type RowGiven = { name: Name; isNew: boolean; brandId: number };

function Row({ name: { name, domain, visibility }, isNew, brandId }: RowGiven) {
  return (
    <li className={classes.row}>
      <span className={classes.who}>
        <span className={classes.name} title={domain ? `${name}, ${domain}` : name}>
          {name}
        </span>
        {isNew && (
          <Tooltip label={say.newHint}>
            <span>
              <Pill tone="accent">{say.isNew}</Pill>
            </span>
          </Tooltip>
        )}
      </span>
      <span className={classes.seen}>
        <Bar value={visibility} />
        <span className={classes.percent} title={say.visibility(`${visibility}%`)}>
          {decimal(visibility, 0)}%
        </span>
      </span>
      <Choices name={name} brandId={brandId} />
    </li>
  );
}

/** Track it, or say that it is no competitor; both can be taken back. */
function Choices({ name, brandId }: { name: string; brandId: number }) {
  const { may } = useSession();
  const track = useChange('trackCompetitor', { done: say.tracked(name) });
  const dismiss = useDismissal(name, brandId);
  if (!may('trackCompetitor')) return null;
  return (
    <span className={classes.choices}>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={say.trackName(name)}
        loading={track.isBusy}
        onClick={() => void track.change({ brand_id: brandId, name })}
      >
        {say.track}
      </Button>
      <Tooltip label={say.dismiss(name)}>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={say.dismiss(name)}
          loading={dismiss.isBusy}
          onClick={dismiss.dismiss}
        >
          <IconX size={14} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

function useDismissal(name: string, brandId: number) {
  const { change, isBusy } = useChange('dismissCompetitor');
  const undo = () => void change({ brand_id: brandId, name, dismissed: false });
  const dismiss = async () => {
    if (await change({ brand_id: brandId, name })) sayUndoable(say.dismissed(name), undo);
  };
  return { dismiss: () => void dismiss(), isBusy };
}
