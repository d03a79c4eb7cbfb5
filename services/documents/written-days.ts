/** The days of shops that a command of a document writes (R141): those of what stands, and of what it becomes. Pure. */
import type { ShopDay } from '../contracts/closed-day.ts';
import type { LineKey } from '../contracts/document.ts';
import type { DocumentState, UserCommand } from './decider.ts';
import type { DocumentSpec } from './spec.ts';

type Dated<Header, Line extends LineKey> = Pick<DocumentSpec<Header, Line>, 'businessDate' | 'seenIn' | 'shopOf'>;
/** Every shop that the document names, each on its day. */
export const daysOf = <Header, Line extends LineKey>(
  { shopOf, seenIn, businessDate }: Dated<Header, Line>,
  header: Header,
): readonly ShopDay[] =>
  [shopOf(header), ...(seenIn?.(header) ?? [])].map((shopId) => ({ shopId, day: businessDate(header) }));

/** None for a repeat: it was judged when it came first. */
export const writtenDays = <Header, Line extends LineKey, Own>(
  spec: Dated<Header, Line>,
  command: UserCommand<Header, Line>,
  { attempts, current }: Pick<DocumentState<Header, Line, Own>, 'attempts' | 'current'>,
): readonly ShopDay[] => {
  if (attempts.has(command.key)) return [];
  const stood = current === null ? [] : daysOf(spec, current.header);
  return 'header' in command ? [...stood, ...daysOf(spec, command.header)] : stood;
};
