import { Kbd, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { keysHere } from '../keyboard.ts';
import { words } from '../words.ts';
import classes from './key-sheet.module.css';
import { keyedEntries } from './open.ts';
import type { Place } from './place.ts';

/** All keys on one sheet. */
export default function KeySheet({ place, onClose }: { place: Place; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={words.keys.title} size="lg">
      <div className={classes.columns}>
        <Group title={words.keys.go}>
          {keyedEntries(place).map(({ name, title, key = '' }) => (
            <Line key={name} text={title} keys={['g', key]} />
          ))}
        </Group>
        <Group title={words.keys.here}>
          <Line text={words.keys.palette} keys={['Ctrl/⌘', 'K']} together />
          <Line text={words.keys.search} keys={['/']} />
          <Line text={words.keys.move} keys={['↑', '↓']} together />
          <Line text={words.keys.open} keys={['Enter']} />
          <Line text={words.keys.sheet} keys={['?']} />
          {keysHere().map(({ text, keys }) => (
            <Line key={text} text={text} keys={[...keys]} together />
          ))}
        </Group>
      </div>
    </Modal>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.list}>{children}</dl>
    </section>
  );
}

function Line({ text, keys, together = false }: { text: string; keys: string[]; together?: boolean }) {
  return (
    <div className={classes.line}>
      <dt>{text}</dt>
      <dd>
        {keys.map((key, at) => (
          <span key={key}>
            {at > 0 && !together && <span className={classes.then}>{words.keys.after}</span>}
            <Kbd size="sm">{key}</Kbd>
          </span>
        ))}
      </dd>
    </div>
  );
}
