/** A command on its way to its document: long ones write their lines first, in as many appends as they need. */
import type { LineKey } from '../contracts/document.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import type { Handled, Recipient, Save } from '../contracts/save.ts';
import type { DocumentCommand, DocumentEvent, DocumentState, UserCommand } from './decider.ts';
import { effectsOfVersion, versionChunks, type Chunk } from './plan.ts';
import type { DocumentSpec } from './spec.ts';

export type CommandContext = {
  readonly actor: Actor;
  readonly expected?: number | undefined;
  /** Custodians have what the new version asks for: another document handed it over under the same keys. */
  readonly given?: true | undefined;
  /** All that the document and its custodians write goes there; absent: it is a save of its own. */
  readonly save?: Save | undefined;
};
/** With the save that it is part of. */
export type SavingContext = CommandContext & { readonly save: Save };

export type DocumentRecipient<Header, Line extends LineKey, Own, Command> = Recipient<
  DocumentState<Header, Line, Own>,
  DocumentCommand<Header, Line, Command>,
  DocumentEvent
>;
type Target<Header, Line extends LineKey, Own, Command> = {
  readonly spec: DocumentSpec<Header, Line>;
  readonly recipient: DocumentRecipient<Header, Line, Own, Command>;
};
type Message<Header, Line extends LineKey, Own> = {
  readonly documentId: number;
  readonly command: UserCommand<Header, Line>;
  /** The document as it was seen before. */
  readonly state: DocumentState<Header, Line, Own>;
};

/** The document is most likely new: its stream is read only when it turns out not to be. */
export const isOfNew = ({ type }: { readonly type: string }): boolean => type === 'Submit';

/** Of the version that a command made, or made when it came first. */
export const versionOf = <Header, Line extends LineKey, Own>(
  { events, state }: Handled<DocumentState<Header, Line, Own>, DocumentEvent>,
  key: string,
): number => events.at(-1)?.data.version ?? state.attempts.get(key)?.version ?? 0;

const chunksOf = <Header, Line extends LineKey, Own>(
  spec: DocumentSpec<Header, Line>,
  { documentId, command, state }: Message<Header, Line, Own>,
): readonly Chunk<Line>[] => {
  if (!('lines' in command) || state.attempts.has(command.key)) return [];
  const { header, lines } = command;
  const version = state.lastVersion + 1;
  return versionChunks(lines, effectsOfVersion(spec, state, { documentId, version, header, lines }));
};

/** Lines that do not fit the command's own append; null when all are written. */
const writeLines = async <Header, Line extends LineKey, Own, Command>(
  { spec, recipient }: Target<Header, Line, Own, Command>,
  {
    documentId,
    version,
    chunks,
  }: { readonly documentId: number; readonly version: number; readonly chunks: readonly Chunk<Line>[] },
  { actor, expected, save, isNew, shopId }: SavingContext & { readonly shopId: number | null; readonly isNew: boolean },
): Promise<Refusal | null> => {
  for (const [index, chunk] of chunks.entries()) {
    const first = index === 0;
    const written = await save.send(
      recipient,
      spec.stream(documentId),
      { type: 'WriteLines', documentId, version, ...chunk },
      {
        actor,
        shopId,
        expected: first ? expected : undefined,
        isNew: first && isNew,
        tag: `WriteLines/v${version}/${chunk.offset}`,
      },
    );
    if (isRefusal(written)) return written;
  }
  return null;
};

export const sendCommand = async <Header, Line extends LineKey, Own, Command>(
  to: Target<Header, Line, Own, Command>,
  message: Message<Header, Line, Own>,
  by: SavingContext,
): Promise<Handled<DocumentState<Header, Line, Own>, DocumentEvent> | Refusal> => {
  const { documentId, command, state } = message;
  const { spec, recipient } = to;
  const { actor, save } = by;
  const header = 'header' in command ? command.header : state.current?.header;
  const shopId = header === undefined ? null : spec.shopOf(header);
  const version = state.lastVersion + 1;
  const chunks = chunksOf(spec, message);
  const tag = `${command.type}/v${version}`;
  const whole = { ...command, documentId };
  const stream = spec.stream(documentId);
  const isNew = isOfNew(command);
  if (chunks.length <= 1) {
    const { expected } = by;
    return save.send(recipient, stream, whole, { actor, shopId, expected, isNew, tag });
  }
  const refused = await writeLines(to, { documentId, version, chunks }, { ...by, shopId, isNew });
  if (refused !== null) return refused;
  // The client's revision was checked with the first chunk; from there on the lines themselves are compared.
  return save.send(recipient, stream, whole, { actor, shopId, tag });
};
