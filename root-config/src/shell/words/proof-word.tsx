/** 客户验证码 in 需授权 (R136): the customer says the code that came to his telephone, and nobody else is asked. */
import { Button, FormControl, TextInput } from 'root-config/ui';
import { PROOF_PURPOSES, type ProofOffer } from 'services/contracts/proof';
import { useProof } from './use-proof.ts';
import { CODE_LENGTH, type WordEntryState } from './use-word.ts';

const forWhat = ({ purpose, amount }: ProofOffer): string =>
  amount === 0 ? PROOF_PURPOSES[purpose] : `${PROOF_PURPOSES[purpose]}${amount.toFixed(2)}元`;
const sendLabel = (id: string, left: number): string => {
  const label = id === '' ? '发送验证码' : '重新发送';
  return left > 0 ? `${label}（${left} 秒）` : label;
};

export const ProofWord = ({ word, offer }: { readonly word: WordEntryState; readonly offer: ProofOffer }) => {
  const { proof, typeCode } = word.customer;
  const { id } = proof;
  const { isSending, problem, left, send } = useProof(offer, (sent) => typeCode({ id: sent, code: '' }));
  const said = word.errors.proof ?? problem;
  return (
    <>
      <p className="ui-hint" css={{ margin: 0 }}>
        验证码发到客户登记的手机 {offer.phone}，请客户念出收到的数字。用途：{forWhat(offer)}，10分钟内有效。
      </p>
      <div>
        <Button loading={isSending} disabled={left > 0} onClick={() => void send()}>
          {sendLabel(id, left)}
        </Button>
      </div>
      <FormControl required disabled={id === ''}>
        <FormControl.Label>客户验证码</FormControl.Label>
        <TextInput
          block
          inputMode="numeric"
          autoComplete="off"
          maxLength={CODE_LENGTH}
          value={proof.code}
          onChange={(event) => typeCode({ code: event.target.value.replaceAll(/\D/g, '') })}
        />
        {said === '' ? null : <FormControl.Validation variant="error">{said}</FormControl.Validation>}
      </FormControl>
    </>
  );
};
