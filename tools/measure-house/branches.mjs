/** The alternatives of a pattern, each alone: one that meets nothing is a fence around an empty field. */

const OPENING = /^\((\?(?:[:=!]|<[=!]|<\w+>))?/;
/** Groups in groups, each with the bars between its alternatives; the whole is the outermost. */
const groupsOf = (source) => {
  const stack = [{ start: 0, open: 0, end: source.length, bars: [], inner: [], kind: 'all' }];
  let inClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (inClass) inClass = sign !== ']';
    else if (sign === '[') inClass = true;
    else if (sign === '(') {
      const kind = OPENING.exec(source.slice(at))[1] ?? '';
      const group = { start: at, open: at + 1 + kind.length, end: 0, bars: [], inner: [], kind };
      stack.at(-1).inner.push(group);
      stack.push(group);
    } else if (sign === '|') stack.at(-1).bars.push(at);
    else if (sign === ')') stack.pop().end = at;
  }
  return stack[0];
};
const alternativesOf = ({ open, end, bars }) => {
  const edges = [open - 1, ...bars, end];
  return edges.slice(1).map((to, index) => [edges[index] + 1, to]);
};
const OPTIONAL = /^(?:[*?]|\{0,\d*\})\??/;
const optionalOf = (source, group) => OPTIONAL.exec(source.slice(group.end + 1))?.[0] ?? '';
/** What is looked back at stands before the path; all else that may differ is asked about. */
const isWorth = (source, group) =>
  group.kind !== '?<=' && (group.bars.length > 0 || group.kind.endsWith('!') || optionalOf(source, group) !== '');
/** A group that is there in any case; what must not be, must be. */
const forced = ({ kind }, text) => `(${kind.replace('!', '=')}${text})`;

/** `around`: writes the rest of the pattern to both sides, every group outside with the alternative that leads here. */
const visit = (source, group, around, say) => {
  for (const [from, to] of alternativesOf(group)) {
    if (isWorth(source, group)) say(around(source.slice(from, to)));
    for (const one of group.inner.filter(({ start }) => start >= from && start < to)) {
      const behind = one.end + 1 + optionalOf(source, one).length;
      const outside = (text) => around(source.slice(from, one.start) + forced(one, text) + source.slice(behind, to));
      visit(source, one, outside, say);
    }
  }
};
/** Of `^a/(b|c)\.ts$`: `^a/(b)\.ts$` and `^a/(c)\.ts$`; of one without alternatives, itself. */
export const branchesOf = (source) => {
  const branches = [];
  visit(
    source,
    groupsOf(source),
    (text) => text,
    (one) => branches.push(one),
  );
  return branches.length === 0 ? [source] : branches;
};

const SIGNS = {
  '**/': '.*(?<=^|/)',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
  '{': '(?:',
  '}': ')',
  ',': '|',
};
/** The regular expression of a glob, in which `{a,b}` are alternatives. */
export const regexOf = (glob) => {
  let depth = 0;
  const source = glob.replaceAll(/\*\*\/|\*\*|[*?{},]|[\\^$.|+()[\]]/g, (sign) => {
    if (sign === '{') depth += 1;
    const text = sign === ',' && depth === 0 ? ',' : (SIGNS[sign] ?? `\\${sign}`);
    if (sign === '}') depth -= 1;
    return text;
  });
  return `^${source}$`;
};
