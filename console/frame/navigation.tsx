import { Link } from 'wouter';
import { useFilters } from '../filters.ts';
import { addressOf, entries, type PageEntry, preload } from '../routes.ts';
import { words } from '../words.ts';
import { AccountMenu } from './account-menu.tsx';
import { BrandSwitcher } from './brand-switcher.tsx';
import { Logo } from './logo.tsx';
import classes from './navigation.module.css';
import type { Place } from './place.ts';

const inGroup = (group: PageEntry['group']) => entries.filter((entry) => entry.group === group);

/** The left column: brand, pages, account. Links keep the filters. */
export function Navigation({ place }: { place: Place }) {
  const hasBrand = place.brandId !== undefined;
  return (
    <div className={classes.column}>
      <Link href="/" className={classes.home} aria-label={words.product}>
        <Logo />
      </Link>
      <div className={classes.brand}>
        <BrandSwitcher place={place} />
      </div>
      <nav className={classes.nav} aria-label={words.frame.navigation}>
        <Links entries={inGroup('top')} place={place} />
        {hasBrand && <Links entries={inGroup('brand')} place={place} />}
        <div className={classes.end}>
          {hasBrand && <Links entries={inGroup('brand-end')} place={place} />}
          <Links entries={inGroup('end')} place={place} />
        </div>
      </nav>
      <div className={classes.account}>
        <AccountMenu />
      </div>
    </div>
  );
}

function Links({ entries: shown, place }: { entries: readonly PageEntry[]; place: Place }) {
  if (shown.length === 0) return null;
  return (
    <ul className={classes.links}>
      {shown.map((entry) => (
        <li key={entry.name}>
          <PageLink entry={entry} place={place} />
        </li>
      ))}
    </ul>
  );
}

/** A page of one thing lights up the list that it was opened from. */
function isCurrent(entry: PageEntry, place: Place): boolean {
  const here = place.entry?.name;
  return here === entry.name || here === entry.name.replace(/s$/, '');
}

function PageLink({ entry, place }: { entry: PageEntry; place: Place }) {
  const { href } = useFilters();
  const Icon = entry.icon;
  const address = addressOf(entry, place.brandId);
  return (
    <Link
      href={entry.filters ? href(address) : address}
      className={classes.link}
      aria-current={isCurrent(entry, place) ? 'page' : undefined}
      onPointerEnter={() => preload(entry.name)}
      onFocus={() => preload(entry.name)}
    >
      {Icon && <Icon size={17} stroke={1.7} />}
      {entry.title}
    </Link>
  );
}
