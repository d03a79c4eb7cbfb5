/** 需授权: what lies beyond a bound, who may allow it, and his word; whatever lies behind stays as it was typed. */
import { client } from 'root-config/api';
import { Button, Dialog, FormControl, TextInput, Textarea, ask, leaving } from 'root-config/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type KeyboardEvent, type ReactElement, type RefObject } from 'react';
import { Approvers } from 'services/approval/contract';
import { ProofWord } from './proof-word.tsx';
import { RemoteWord } from './remote-word.tsx';
import { useWord, type WordEntryState, type WordField, type WordOutcome, type WordProps } from './use-word.ts';

const LABELS: Readonly<Record<WordField, string>> = {
  username: '授权人用户名',
  password: '密码',
  code: '动态验证码',
  reason: '授权原因',
};
type FieldProps = { readonly word: WordEntryState; readonly name: WordField; readonly children: ReactElement };
const Field = ({ word, name, children }: FieldProps) => (
  <FormControl required>
    <FormControl.Label>{LABELS[name]}</FormControl.Label>
    {children}
    {word.errors[name] === undefined ? null : (
      <FormControl.Validation variant="error">{word.errors[name]}</FormControl.Validation>
    )}
  </FormControl>
);

const framed = {
  margin: 0,
  padding: '8px 12px',
  listStyle: 'none',
  display: 'grid',
  gap: 6,
  maxHeight: 180,
  overflowY: 'auto',
  border: '1px solid var(--borderColor-attention-muted)',
  borderRadius: 6,
  background: 'var(--bgColor-attention-muted)',
  '& span': { color: 'var(--fgColor-muted)', marginRight: 8 },
} as const;
const ProblemList = ({ problems }: Pick<WordEntryState, 'problems'>) => (
  <ul css={framed} aria-label="需要授权的内容" tabIndex={problems.length > 5 ? 0 : undefined}>
    {problems.map(({ mark, barcode, message }) => (
      <li key={mark}>
        {barcode === '' ? null : <span>{barcode}</span>}
        <strong>{message}</strong>
      </li>
    ))}
  </ul>
);

/** Whose word would do. */
const usePeople = (mark: string): string => {
  const { data } = useQuery({
    queryKey: ['/approval-request/approvers', mark],
    queryFn: async () => Approvers.parse(await client.get('/approval-request/approvers', { mark })),
  });
  if (data === undefined) return '';
  if (data.length === 0) return '本店没有可以授权的人，请联系管理员。';
  return `可以授权：${data.map(({ name, username }) => `${name}（${username}）`).join('、')}`;
};

/** An account with a second factor gives its code, and no password. */
const ProofField = ({ word }: { readonly word: WordEntryState }) => {
  const { typed, set, byCode } = word;
  return byCode ? (
    <Field word={word} name="code">
      <TextInput
        block
        autoComplete="one-time-code"
        maxLength={20}
        value={typed.code}
        onChange={(event) => set('code', event.target.value)}
      />
    </Field>
  ) : (
    <Field word={word} name="password">
      <TextInput
        block
        type="password"
        autoComplete="new-password"
        value={typed.password}
        onChange={(event) => set('password', event.target.value)}
      />
    </Field>
  );
};

/** Somebody's name, proof and reason. */
const PersonFields = ({
  word,
  first,
}: {
  readonly word: WordEntryState;
  readonly first: RefObject<HTMLInputElement | null>;
}) => {
  const { typed, set } = word;
  return (
    <>
      <Field word={word} name="username">
        <TextInput
          ref={first}
          block
          autoComplete="off"
          value={typed.username}
          onChange={(event) => set('username', event.target.value)}
        />
      </Field>
      <ProofField word={word} />
      <Field word={word} name="reason">
        <Textarea
          block
          rows={2}
          resize="vertical"
          maxLength={200}
          value={typed.reason}
          onChange={(event) => set('reason', event.target.value)}
        />
      </Field>
    </>
  );
};
const OtherWays = ({ word }: { readonly word: WordEntryState }) => {
  const { offer, canProve, toggleWord } = word.customer;
  return (
    <div css={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
      {offer === undefined ? (
        <>
          <RemoteWord word={word} />
          <Button variant="invisible" onClick={word.toggleCode}>
            {word.byCode ? '改用密码' : '改用动态验证码'}
          </Button>
        </>
      ) : null}
      {canProve ? (
        <Button variant="invisible" onClick={toggleWord}>
          {offer === undefined ? '改用客户验证码' : '改由另一人授权'}
        </Button>
      ) : null}
    </div>
  );
};

const WordDialog = (props: WordProps) => {
  const word = useWord(props);
  const first = useRef<HTMLInputElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const { typed, errors, sending, refusals, problems } = word;
  const { offer } = word.customer;
  const said = errors.form ?? (offer === undefined ? errors.proof : undefined);
  const people = usePeople(problems[0]?.mark ?? '');
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const confirms =
      event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement);
    if (!confirms) return;
    event.preventDefault();
    void word.send();
  };
  return (
    <Dialog
      title="需授权"
      width="large"
      initialFocusRef={first}
      onClose={() => void leaving(typed.reason.trim() !== '', () => props.onDone(undefined))}
      footerButtons={[
        { content: '取消', onClick: () => props.onDone(undefined) },
        {
          content: offer === undefined ? '授权并保存' : '核对并保存',
          buttonType: 'primary',
          loading: sending,
          onClick: () => void word.send(),
        },
      ]}
    >
      <div ref={fields} css={{ display: 'grid', gap: 12 }} onKeyDown={onKeyDown} data-scanner="off">
        <ProblemList problems={problems} />
        {offer === undefined ? (
          <p className="ui-hint" css={{ margin: 0 }}>
            {people}
          </p>
        ) : null}
        {said === undefined ? null : (
          <p className="ui-problem" role="alert">
            {said}
          </p>
        )}
        {offer === undefined ? <PersonFields word={word} first={first} /> : <ProofWord word={word} offer={offer} />}
        <OtherWays word={word} />
      </div>
    </Dialog>
  );
};

type Ask = Pick<WordProps, 'problems' | 'resend'>;
/** @returns the answer of the write, undefined where it was called off; throws what still stands against it. */
export const askWord = async ({ problems, resend }: Ask): Promise<{ readonly answer: unknown } | undefined> => {
  const outcome = await ask<WordOutcome | undefined>((answer) => (
    <WordDialog problems={problems} resend={resend} onDone={answer} />
  ));
  if (outcome !== undefined && 'error' in outcome) throw outcome.error;
  return outcome;
};
