/** 远程授权: the till asks, waits at most a minute for somebody's answer elsewhere, and saves with it. */
import { client, messageOf, newId } from 'root-config/api';
import { Button } from 'root-config/ui';
import { useEffect, useRef, useState } from 'react';
import { REQUEST_PATH, RequestMade, RequestState } from 'services/approval/contract';
import type { WordEntryState } from './use-word.ts';

const LOOK_MS = 2_000;
type PendingRequest = { readonly id: number; readonly until: string };

const secondsTo = (until: string): number => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000));
const saidOf = ({ answer, approver, reason }: RequestState): string =>
  answer === '2'
    ? `${approver}没有同意${reason === '' ? '' : `：${reason}`}`
    : '一分钟内没有人答复，可以再请求一次，或当场授权。';

export const RemoteWord = ({ word }: { readonly word: WordEntryState }) => {
  const [waiting, setWaiting] = useState<PendingRequest>();
  const [left, setLeft] = useState(0);
  const [said, setSaid] = useState('');
  // Another one with each key that is typed beside it.
  const sendWith = useRef(word.sendWith);
  useEffect(() => {
    sendWith.current = word.sendWith;
  });
  const ask = async (): Promise<void> => {
    setSaid('');
    try {
      const body = { marks: word.problems.map(({ mark }) => mark) };
      const made = RequestMade.parse(
        await client.post(REQUEST_PATH, body, { headers: { 'Idempotency-Key': newId() } }),
      );
      setWaiting(made);
      setLeft(secondsTo(made.until));
    } catch (error) {
      setSaid(messageOf(error));
    }
  };
  useEffect(() => {
    if (waiting === undefined) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      setLeft(secondsTo(waiting.until));
      const found = RequestState.safeParse(await client.get(`${REQUEST_PATH}/${waiting.id}`).catch(() => null)).data;
      // What was called off meanwhile is not saved.
      if (isOver) return;
      if (found === undefined || found.answer === '') {
        timer = setTimeout(() => void look(), LOOK_MS);
        return;
      }
      setWaiting(undefined);
      if (found.answer === '1') await sendWith.current({ requestId: waiting.id, marks: [] });
      else setSaid(saidOf(found));
    };
    timer = setTimeout(() => void look(), LOOK_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [waiting]);
  return (
    <div css={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 }}>
      <Button disabled={waiting !== undefined || word.sending} onClick={() => void ask()}>
        {waiting === undefined ? '请人远程授权' : `等待答复（${left} 秒）`}
      </Button>
      <span role="status" className="ui-hint">
        {said === '' && waiting !== undefined ? '店长的页面上已弹出请求，同意后自动保存。' : said}
      </span>
    </div>
  );
};
