/** /wx/data: a copy of what the house keeps of the shopper, and asking to be erased (R67). */
import type { OwnErasure } from 'services/shopper/erasure/contract';
import { useAnswer } from '../../client/use-answer.ts';
import { Answered } from '../../parts/answer-view.tsx';
import { Page } from '../../parts/page.tsx';
import { WithRecord } from '../../parts/with-record.tsx';
import { Copy } from './copy.tsx';
import { Erasure } from './erasure.tsx';
import './page.css';

const Data = () => {
  const asked = useAnswer<OwnErasure>('/wx/erasure-request');
  return (
    <Page title="我的数据" back="/wx/userinfo">
      <Answered of={asked}>
        {(erasure) => (
          <WithRecord customerId={erasure.customerId}>
            <Copy />
            <Erasure asked={erasure} again={asked.again} />
          </WithRecord>
        )}
      </Answered>
    </Page>
  );
};
export default Data;
