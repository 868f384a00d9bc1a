import classes from './names.module.css';

type Given = {
  domain: string;
  /** True: a link to it, in a new tab. */
  link?: boolean;
};

/** A letter in a square stands for the site's icon: nothing is loaded from elsewhere. */
export function DomainName({ domain, link = false }: Given) {
  if (domain === '') return null;
  const mark = (
    <span className={classes.mark} aria-hidden>
      {[...domain][0]?.toUpperCase()}
    </span>
  );
  if (!link) {
    return (
      <span className={classes.name} title={domain}>
        {mark}
        <span className={classes.text}>{domain}</span>
      </span>
    );
  }
  return (
    <a
      className={classes.link}
      href={`https://${domain}`}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={domain}
    >
      {mark}
      <span className={classes.text}>{domain}</span>
    </a>
  );
}
