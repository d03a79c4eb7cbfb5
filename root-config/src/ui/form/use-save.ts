import {
  ApiError,
  SAVED_BEFORE,
  client,
  messageOf,
  refreshList,
  refreshViews,
  sendCommand,
  toast,
  withWord,
  type CommandKey,
} from 'root-config/api';
import { useState } from 'react';
import { TEXTS } from '../format/texts.ts';
import { differences, following } from './form-model.ts';
import type { FormState } from './use-form.ts';
import type { FormDialogProps, Resend } from './types.ts';

/** A record as the form got it, and the ETag it may be saved on. */
export type LoadedRecord<V extends object> = { readonly values: Partial<V>; readonly etag: string | null };
export type Stale<V extends object> = {
  readonly latest: Partial<V>;
  readonly etag: string | null;
  readonly changes: readonly string[];
};
type Failure = { readonly message: string; readonly data: unknown };

const idOf = (values: object): string =>
  'id' in values && (typeof values.id === 'number' || typeof values.id === 'string') ? String(values.id) : '';

/** Sends a record: POST path, or PUT path/{id} with If-Match. */
const defaultSave = async <V extends object>(
  props: FormDialogProps<V>,
  values: V,
  {
    etag,
    key,
    onWait,
    more,
  }: {
    etag: string | null;
    key: CommandKey;
    onWait: (text: string | null) => void;
    more: object;
  },
): Promise<unknown> => {
  const { path } = props;
  if (path === undefined) throw new TypeError('FormDialog needs path or save');
  const adding = props.mode === 'add';
  const sent = await sendCommand(
    key,
    (idempotencyKey) =>
      client.request(adding ? 'POST' : 'PUT', adding ? path : `${path}/${idOf(values)}`, {
        body: { ...((props.body?.(values) ?? values) as object), ...more },
        headers: { 'Idempotency-Key': idempotencyKey, ...(etag === null ? {} : { 'If-Match': etag }) },
      }),
    onWait,
  );
  if (sent.savedBefore) toast.success(SAVED_BEFORE);
  else if (props.quiet !== true) toast.success(sent.msg === '' ? '操作成功' : sent.msg);
  await refreshViews([path]);
  return sent.data;
};
const customSave = async <V extends object>(
  { save, quiet }: FormDialogProps<V>,
  values: V,
  { etag, key, button, more }: { etag: string | null; key: CommandKey; button: string; more: object },
): Promise<unknown> => {
  try {
    const answer = await save?.(values, { etag: etag ?? undefined, button, key: key.current(), more });
    key.succeeded();
    if (quiet !== true) toast.success('操作成功');
    return answer;
  } catch (error) {
    key.failed(error);
    throw error;
  }
};

/** Sends it, and again with somebody's word where the form knows whom to ask. */
const send = <V extends object>(
  props: FormDialogProps<V>,
  values: V,
  context: Omit<Parameters<typeof defaultSave<V>>[2], 'more'> & { button: string },
): Promise<unknown> => {
  const resend: Resend = (more) =>
    (props.save === undefined ? defaultSave : customSave)(props, values, { ...context, more });
  return withWord((more) =>
    resend(more).catch((error: unknown) => {
      if (props.authorise === undefined) throw error;
      return props.authorise(error, values, resend);
    }),
  );
};

/** What the form was loaded with, and what somebody else saved since, once a save was refused for it. */
const useBase = <V extends object>(props: FormDialogProps<V>, form: FormState<V>, loaded: LoadedRecord<V>) => {
  const [stale, setStale] = useState<Stale<V>>();
  const [base, setBase] = useState(loaded);
  const seeLatest = async (): Promise<void> => {
    if (props.source === undefined) return;
    const { data, etag } = await client.request('GET', props.source);
    const latest = props.read?.(data) ?? (data as Partial<V>);
    setStale({ latest, etag, changes: differences(props.sections, base.values, latest) });
  };
  return {
    stale,
    base,
    seeRefused: async (status: number | undefined): Promise<void> => {
      if (status === 412) await seeLatest();
      // What was deleted meanwhile is no longer listed behind the form.
      if (status === 404 && props.path !== undefined) await refreshList(props.path);
    },
    /** Takes over what somebody else saved; fields the user typed keep the user's value. */
    takeOver: ({ latest, etag }: Stale<V>, mine: Partial<V>): void => {
      form.set(following(props.sections, { ...latest, ...mine }));
      setBase({ values: latest, etag });
      setStale(undefined);
    },
  };
};

/** The values to be sent; undefined while something is wrong in them, which the form then says. */
const checkedValues = <V extends object>(form: FormState<V>): V | undefined => {
  const problems = form.validate();
  form.setProblems(problems, true);
  return problems.length > 0 ? undefined : form.collect();
};

/** Saving: one key until a definite answer, messages at their fields, what somebody else changed meanwhile. */
export const useSave = <V extends object>(props: FormDialogProps<V>, form: FormState<V>, loaded: LoadedRecord<V>) => {
  const [saving, setSaving] = useState<string>();
  const [waiting, setWaiting] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure>();
  const { base, stale, seeRefused, takeOver } = useBase(props, form, loaded);

  const failed = async (error: unknown): Promise<void> => {
    const refused = error instanceof ApiError ? error : undefined;
    const fields = refused?.fields ?? [];
    form.setProblems(fields, false);
    const message = refused?.status === 412 ? TEXTS.stale : messageOf(error);
    setFailure(fields.length > 0 ? undefined : { message, data: refused?.data });
    await seeRefused(refused?.status).catch(() => undefined);
  };
  /** @returns the answer in `saved`; undefined when it was not saved. */
  const save = async (button: string): Promise<{ readonly answer: unknown; readonly values: V } | undefined> => {
    if (saving !== undefined) return undefined;
    setFailure(undefined);
    const values = checkedValues(form);
    if (values === undefined && props.wrongText !== undefined) toast.error(props.wrongText);
    if (values === undefined || (props.ask !== undefined && !(await props.ask(values)))) return undefined;
    setSaving(button);
    try {
      const answer = await send(props, values, { etag: base.etag, key: form.key, button, onWait: setWaiting });
      form.dropDraft();
      return { answer, values };
    } catch (error) {
      await failed(error);
      return undefined;
    } finally {
      setSaving(undefined);
      setWaiting(null);
    }
  };
  const refresh = (mine: Partial<V>): void => {
    if (stale === undefined) return;
    takeOver(stale, mine);
    setFailure(undefined);
  };
  return { save, saving, waiting, failure, stale, base, refresh };
};
