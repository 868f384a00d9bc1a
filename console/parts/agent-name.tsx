import { agentLook } from '../agents.ts';
import classes from './names.module.css';

type Given = {
  /** The agent's id, as answers carry it. */
  agent: string;
  /** The short name, for tight places. */
  short?: boolean;
};

/** An agent's name beside its fixed colour. */
export function AgentName({ agent, short = false }: Given) {
  const look = agentLook(agent);
  return (
    <span className={classes.name} title={look.name}>
      <span
        className={classes.dot}
        style={{ background: `light-dark(${look.light}, ${look.dark})` }}
        aria-hidden
      />
      <span className={classes.text}>{short ? look.short : look.name}</span>
    </span>
  );
}
