import { Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconLayoutDashboard, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useFilters } from '../filters.ts';
import { Monogram } from '../parts/monogram.tsx';
import { words } from '../words.ts';
import classes from './brand-switcher.module.css';
import type { Place } from './place.ts';

/** From this many brands on, the list can be searched. */
const MANY = 8;

/** The brand on screen, and the way to another one: the same page of it, where there is one. */
export function BrandSwitcher({ place }: { place: Place }) {
  const { brand, brands } = place;
  const [isOpen, { toggle, close }] = useDisclosure(false);
  if (brands.length === 0) return <div className={classes.none} />;
  return (
    <Popover opened={isOpen} onDismiss={close} width="target" position="bottom-start" offset={4} trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.button} onClick={toggle}>
          {brand ? (
            <Monogram name={brand.name} />
          ) : (
            <span className={classes.all} aria-hidden>
              <IconLayoutDashboard size={15} stroke={1.7} />
            </span>
          )}
          <span className={classes.text}>
            <span className={classes.name}>{brand?.name ?? words.frame.allBrands}</span>
            {brand?.domain && <span className={classes.domain}>{brand.domain}</span>}
          </span>
          <IconSelector size={15} stroke={1.7} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <BrandList place={place} onChoose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

function BrandList({ place, onChoose }: { place: Place; onChoose: () => void }) {
  const { href } = useFilters();
  const [text, setText] = useState('');
  const found = place.brands.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const rest = place.entry?.path.startsWith('/brands/:brand') ? restOf(place.entry.path) : '';
  return (
    <>
      {place.brands.length >= MANY && (
        <TextInput
          size="xs"
          m={4}
          data-autofocus
          placeholder={words.frame.findBrand}
          aria-label={words.frame.findBrand}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ul className={classes.list}>
        {found.map((brand) => (
          <li key={brand.id}>
            <Link
              href={href(`/brands/${brand.id}${rest}`)}
              className={classes.item}
              aria-current={brand.id === place.brandId ? 'true' : undefined}
              onClick={onChoose}
            >
              <Monogram name={brand.name} size={20} />
              <span className={classes.name}>{brand.name}</span>
              {brand.id === place.brandId && <IconCheck size={15} aria-hidden />}
            </Link>
          </li>
        ))}
        {found.length === 0 && <li className={classes.nothing}>{words.frame.noBrand}</li>}
      </ul>
      <Link href={href('/')} className={`${classes.item} ${classes.last}`} onClick={onChoose}>
        <IconLayoutDashboard size={18} stroke={1.7} aria-hidden />
        <span className={classes.name}>{words.frame.allBrands}</span>
      </Link>
    </>
  );
}

/** What follows the brand in an address; a page of one prompt or answer leads to the other brand's list. */
function restOf(path: string): string {
  return path.replace('/brands/:brand', '').replace(/\/:\w+$/, '');
}
