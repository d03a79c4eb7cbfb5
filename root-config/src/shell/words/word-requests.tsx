/** What tills ask of whoever may give words (R131): it lies beside the page, takes no focus, and goes by itself after its minute. */
import { client, messageOf, newId, toast } from 'root-config/api';
import { Button, TextInput } from 'root-config/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PendingRequest, REQUEST_PATH } from 'services/approval/contract';
import { z } from 'zod';

const LOOK_MS = 2_000;
const Pending = z.array(PendingRequest);

const framed = {
  position: 'fixed',
  right: 16,
  bottom: 16,
  zIndex: 300,
  width: 'min(420px, calc(100vw - 16px))',
  display: 'grid',
  gap: 12,
  padding: 16,
  borderRadius: 8,
  border: '1px solid var(--borderColor-attention-emphasis)',
  background: 'var(--overlay-bgColor)',
  boxShadow: 'var(--shadow-floating-large)',
  '@media (max-width: 767px)': { right: 8, bottom: 72 },
} as const;

const RequestCard = ({
  request,
  onAnswered,
}: {
  readonly request: PendingRequest;
  readonly onAnswered: () => void;
}) => {
  const [reason, setReason] = useState('');
  const [sending, setSending] = useState(false);
  const answer = async (given: '1' | '2'): Promise<void> => {
    setSending(true);
    try {
      await client.put(
        `${REQUEST_PATH}/${request.id}`,
        { answer: given, reason: reason.trim() },
        { headers: { 'Idempotency-Key': newId() } },
      );
      toast.success(given === '1' ? '已同意，收银台正在保存' : '已拒绝');
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setSending(false);
      onAnswered();
    }
  };
  const place = [request.shopName, request.till].filter((part) => part !== '').join(' ');
  return (
    <div css={{ display: 'grid', gap: 8 }}>
      <strong>
        {place === '' ? '' : `${place} `}
        {request.asker}请求授权：{request.act}
      </strong>
      <ul css={{ margin: 0, paddingLeft: 18, maxHeight: 140, overflowY: 'auto' }}>
        {request.shown.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <TextInput
        block
        aria-label="授权原因"
        placeholder="原因（可不填）"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div css={{ display: 'flex', gap: 8, justifyContent: 'end', '& button': { minHeight: 44, minWidth: 88 } }}>
        <Button disabled={sending} onClick={() => void answer('2')}>
          拒绝
        </Button>
        <Button variant="primary" disabled={sending} onClick={() => void answer('1')}>
          同意
        </Button>
      </div>
    </div>
  );
};

export const WordRequests = () => {
  const queries = useQueryClient();
  const { data = [] } = useQuery({
    queryKey: [REQUEST_PATH],
    queryFn: async ({ signal }) => Pending.parse(await client.get(REQUEST_PATH, {}, { signal })),
    refetchInterval: LOOK_MS,
    retry: false,
  });
  if (data.length === 0) return null;
  return (
    <section css={framed} aria-label="授权请求" role="status" data-scanner="off">
      {data.map((request) => (
        <RequestCard
          key={request.id}
          request={request}
          onAnswered={() => void queries.invalidateQueries({ queryKey: [REQUEST_PATH] })}
        />
      ))}
    </section>
  );
};
