// The frame around every page of a signed-in person: navigation at the left, shared filters on top.
import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { BrandContext } from '../brand.tsx';
import { TagsContext } from '../filters.ts';
import { ExplainProvider } from '../parts/explain-context.tsx';
import { words } from '../words.ts';
import { FilterBar } from './filter-bar.tsx';
import classes from './frame.module.css';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { NotFound } from './not-found.tsx';
import { openPalette } from './open.ts';
import { type Place, takesTags, usePlace } from './place.ts';
import { Shortcuts } from './shortcuts.tsx';

/** Navigation, top bar and a page. */
export function Frame({ children }: { children: ReactNode }) {
  const place = usePlace();
  const [isOpen, { open, close }] = useDisclosure(false);
  const main = useRef<HTMLElement>(null);
  usePageStart(main, close);
  return (
    <Around place={place}>
      <a className={classes.skip} href="#content">
        {words.frame.skip}
      </a>
      <div className={classes.frame}>
        <aside className={classes.side}>
          <Navigation place={place} />
        </aside>
        <Drawer.Root opened={isOpen} onClose={close} size={280} padding={0}>
          <Drawer.Overlay backgroundOpacity={0.4} />
          <Drawer.Content aria-label={words.frame.navigation}>
            <Drawer.Body className={classes.drawer}>
              <Navigation place={place} />
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
        <div className={classes.column}>
          <TopBar place={place} onMenu={open} />
          <main id="content" ref={main} tabIndex={-1} className={classes.main}>
            <Content place={place}>{children}</Content>
          </main>
        </div>
      </div>
      <Shortcuts place={place} />
    </Around>
  );
}

/** What everything in the frame may ask for. */
function Around({ place, children }: { place: Place; children: ReactNode }) {
  return (
    <BrandContext value={place.brand ?? null}>
      <TagsContext value={takesTags(place)}>
        <ExplainProvider>{children}</ExplainProvider>
      </TagsContext>
    </BrandContext>
  );
}

/** Pages of a brand wait until the brand is known, and need one that exists. */
function Content({ place, children }: { place: Place; children: ReactNode }) {
  if (place.brandId === undefined || place.brand) return children;
  if (place.isLoading) return null;
  return <NotFound title={words.notFound.brand} text={words.notFound.brandText} />;
}

function TopBar({ place, onMenu }: { place: Place; onMenu: () => void }) {
  return (
    <section className={classes.top} aria-label={words.frame.top}>
      <ActionIcon
        className={classes.menu}
        variant="subtle"
        color="gray"
        size="lg"
        onClick={onMenu}
        aria-label={words.frame.openNavigation}
      >
        <IconMenu2 size={20} stroke={1.8} />
      </ActionIcon>
      <span className={classes.where}>{place.brand?.name ?? <Logo size={22} />}</span>
      <FilterBar place={place} />
      <button type="button" className={classes.search} onClick={openPalette}>
        <IconSearch size={15} stroke={1.8} aria-hidden />
        <span>{words.frame.search}</span>
        <kbd>{/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'} K</kbd>
      </button>
    </section>
  );
}

/** A new page starts at its top, and screen readers start there too; going back keeps the old place. */
function usePageStart(main: React.RefObject<HTMLElement | null>, close: () => void): void {
  const [path] = useLocation();
  const last = useRef(path);
  const wentBack = useRef(false);
  useEffect(() => {
    const note = () => {
      wentBack.current = true;
    };
    addEventListener('popstate', note);
    return () => removeEventListener('popstate', note);
  }, []);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    close();
    if (!wentBack.current) scrollTo(0, 0);
    wentBack.current = false;
    main.current?.focus({ preventScroll: true });
  }, [path, close, main]);
}
