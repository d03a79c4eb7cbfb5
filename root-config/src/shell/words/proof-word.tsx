/** 客户验证码 in 需授权 (R136): the customer shows the code of his card page or says the one that came to his telephone, and nobody else is asked. */
import { Button, FormControl, TextInput } from 'root-config/ui';
import { useState } from 'react';
import { CARD_PROOF, PROOF_PURPOSES, type ProofOffer } from 'services/contracts/proof';
import { useProof } from './use-proof.ts';
import { CARD_LENGTH, CODE_LENGTH, type WordEntryState } from './use-word.ts';

const forWhat = ({ purpose, amount }: ProofOffer): string =>
  amount === 0 ? PROOF_PURPOSES[purpose] : `${PROOF_PURPOSES[purpose]}${amount.toFixed(2)}元`;
const sendLabel = (id: string, left: number): string => {
  const label = id === '' ? '发送验证码' : '重新发送';
  return left > 0 ? `${label}（${left} 秒）` : label;
};

type Props = { readonly word: WordEntryState; readonly offer: ProofOffer };
const Said = ({ text }: { readonly text: string }) =>
  text === '' ? null : <FormControl.Validation variant="error">{text}</FormControl.Validation>;

/** He shows his card page, and its code is scanned. */
const CardField = ({ word, offer }: Props) => {
  const { proof, typeCode } = word.customer;
  const isCard = proof.id === CARD_PROOF;
  return (
    <>
      <p className="ui-hint" css={{ margin: 0 }}>
        请顾客在微信里打开“我的名片”，扫画面上的码（MP开头，3分钟内有效）。用途：{forWhat(offer)}。
      </p>
      <FormControl required={offer.phone === ''}>
        <FormControl.Label>顾客名片码</FormControl.Label>
        <TextInput
          block
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CARD_LENGTH}
          value={isCard ? proof.code : ''}
          onChange={(event) => typeCode({ id: CARD_PROOF, code: event.target.value.trim().toUpperCase() })}
        />
        <Said text={isCard || offer.phone === '' ? (word.errors.proof ?? '') : ''} />
      </FormControl>
    </>
  );
};
/** A message to his telephone, and he says what it says. */
const MessageField = ({ word, offer }: Props) => {
  const { proof, typeCode } = word.customer;
  const [sentId, setSentId] = useState('');
  const { isSending, problem, left, send } = useProof(offer, (id) => {
    setSentId(id);
    typeCode({ id, code: '' });
  });
  const isCard = proof.id === CARD_PROOF;
  return (
    <>
      <p className="ui-hint" css={{ margin: 0 }}>
        验证码发到客户登记的手机 {offer.phone}，请客户念出收到的数字。用途：{forWhat(offer)}，10分钟内有效。
      </p>
      <div>
        <Button loading={isSending} disabled={left > 0} onClick={() => void send()}>
          {sendLabel(sentId, left)}
        </Button>
      </div>
      <FormControl required={offer.card !== true} disabled={sentId === ''}>
        <FormControl.Label>客户验证码</FormControl.Label>
        <TextInput
          block
          inputMode="numeric"
          autoComplete="off"
          maxLength={CODE_LENGTH}
          value={isCard ? '' : proof.code}
          onChange={(event) => typeCode({ id: sentId, code: event.target.value.replaceAll(/\D/g, '') })}
        />
        <Said text={isCard ? problem : (word.errors.proof ?? problem)} />
      </FormControl>
    </>
  );
};
export const ProofWord = (props: Props) => (
  <>
    {props.offer.card === true ? <CardField {...props} /> : null}
    {props.offer.phone === '' ? null : <MessageField {...props} />}
  </>
);
