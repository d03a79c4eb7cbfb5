/** Asking the house to erase the record, where it stands, and taking it back (R67). */
import type { OwnErasure } from 'services/shopper/erasure/contract';
import { useState } from 'preact/hooks';
import { shopperApi } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { dayText } from '../../parts/formats.ts';

type Props = { readonly asked: OwnErasure; readonly again: () => void };
const PATH = '/wx/erasure-request';
const GONE = '姓名、电话、地址、生日等资料会被清除，不能恢复；未用的积分和储值不能再使用，请先用完或退还。';
const STAYS = '质保单、账目和克重依法保留，但不再显示您是谁；大额现金登记保存到法定期限。';
const lastWords = ({ request }: OwnErasure): string => {
  if (request?.how === 'answered') return `门店 ${dayText(request.endedAt)} 答复：${request.answer}`;
  return request?.how === 'withdrawn' ? `您 ${dayText(request.endedAt)} 撤回了注销申请` : '';
};

export const Erasure = ({ asked, again }: Props) => {
  const [asks, setAsks] = useState(false);
  const [told, setTold] = useState('');
  const send = async (path: string): Promise<void> => {
    const answer = await shopperApi.post<OwnErasure>(path);
    setTold(answer.ok ? '' : answer.refusal.message);
    setAsks(false);
    if (answer.ok) again();
  };
  const waits = asked.request?.how === '';
  const last = lastWords(asked);
  return (
    <section className="card" aria-label="注销资料">
      <h2>注销资料</h2>
      {waits ? (
        <p className="note">{dayText(asked.request?.askedAt ?? '')} 已申请注销，等待门店处理。</p>
      ) : (
        <p className="soft">不想让本店再保存您的资料，可以申请注销，门店处理后生效。</p>
      )}
      {last === '' ? null : <p className="note">{last}</p>}
      {asks || waits ? (
        <>
          <p>{GONE}</p>
          <p>{STAYS}</p>
        </>
      ) : null}
      {told === '' ? null : (
        <p className="note bad" role="alert">
          {told}
        </p>
      )}
      {waits ? (
        <Button look="plain" wide onPress={() => send(`${PATH}/withdraw`)}>
          撤回申请
        </Button>
      ) : null}
      {!waits && asks ? (
        <>
          <Button look="danger" wide onPress={() => send(PATH)}>
            确定申请注销
          </Button>
          <Button look="plain" wide onPress={() => setAsks(false)}>
            暂不注销
          </Button>
        </>
      ) : null}
      {waits || asks ? null : (
        <Button look="danger" wide onPress={() => setAsks(true)}>
          申请注销
        </Button>
      )}
    </section>
  );
};
