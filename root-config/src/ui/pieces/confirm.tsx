import { Dialog, Textarea } from '@primer/react';
import { useRef, useState } from 'react';
import { MAX_REASON, fits, tooLong } from 'services/contracts/limits';
import { TEXTS, deleteText } from '../format/texts.ts';
import { FormControl } from './form-control.tsx';
import { ask } from './overlay.tsx';

export type Question = {
  /** Default 警告 (S0§8). */
  readonly title?: string;
  readonly text: string;
  readonly ok?: string;
  readonly cancel?: string;
  readonly danger?: boolean;
};

/** Asks and resolves with the answer; Esc and the cross mean no. */
export const confirm = ({
  title = TEXTS.warning,
  text,
  ok = TEXTS.ok,
  cancel = TEXTS.cancel,
  danger,
}: Question): Promise<boolean> =>
  ask((answer) => (
    <Dialog
      title={title}
      role="alertdialog"
      width="large"
      onClose={() => answer(false)}
      footerButtons={[
        { content: cancel, onClick: () => answer(false) },
        {
          content: ok,
          buttonType: danger === true ? 'danger' : 'primary',
          autoFocus: true,
          onClick: () => answer(true),
        },
      ]}
    >
      <p className="ui-ask">{text}</p>
    </Dialog>
  ));
/** Closes; where something was typed, after asking. */
export const leaving = async (typed: boolean, onClose: () => void): Promise<void> => {
  if (!typed || (await confirm({ title: '尚未保存', text: '确定放弃已输入的内容吗？', danger: true }))) onClose();
};
export const confirmDelete = (ids: readonly (string | number)[]): Promise<boolean> =>
  confirm({ text: deleteText(ids), danger: true });
export const confirmAudit = (): Promise<boolean> => confirm({ text: TEXTS.audit });

type ReasonQuestion = {
  readonly title: string;
  readonly text?: string;
  readonly label?: string;
  readonly required?: string;
};
const Reason = ({ question, onDone }: { question: ReasonQuestion; onDone: (reason: string | undefined) => void }) => {
  const [reason, setReason] = useState('');
  const [message, setMessage] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const send = (): void => {
    const clean = reason.trim();
    if (clean !== '' && fits(clean, MAX_REASON)) return onDone(clean);
    setMessage(
      clean === '' ? (question.required ?? '请填写原因') : `${question.label ?? '原因'}${tooLong(MAX_REASON)}`,
    );
    input.current?.focus();
  };
  return (
    <Dialog
      title={question.title}
      width="large"
      initialFocusRef={input}
      onClose={() => void leaving(reason.trim() !== '', () => onDone(undefined))}
      footerButtons={[
        { content: TEXTS.cancel, onClick: () => onDone(undefined) },
        { content: TEXTS.ok, buttonType: 'danger', onClick: send },
      ]}
    >
      {question.text === undefined ? null : <p className="ui-ask">{question.text}</p>}
      <FormControl required>
        <FormControl.Label>{question.label ?? '原因'}</FormControl.Label>
        <Textarea
          ref={input}
          block
          rows={3}
          resize="vertical"
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setMessage(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          }}
        />
        {message === undefined ? null : <FormControl.Validation variant="error">{message}</FormControl.Validation>}
      </FormControl>
    </Dialog>
  );
};
/** Asks for a reason; undefined when it was called off. */
export const askReason = (question: ReasonQuestion): Promise<string | undefined> =>
  ask((answer) => <Reason question={question} onDone={answer} />);
/** 反审核 needs a reason of at most 200 characters (R4). */
export const askUnaudit = (documents: readonly (string | number)[]): Promise<string | undefined> =>
  askReason({
    title: '反审核',
    text: `将撤销 ${documents.join('、')} 的过账，并留下记录。`,
    label: '反审核原因',
    required: '请填写反审核原因',
  });
