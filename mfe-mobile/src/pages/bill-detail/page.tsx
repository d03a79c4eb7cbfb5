/** /wx/bill-detail?id= (S1§2.16): the slip of one bill. Seen once it opens without a network; it is printed on A5, or kept as a picture. */
import type { ShopperSlip, SlipPiece } from 'projections/shopper-bills/contract';
import { useState } from 'preact/hooks';
import { queryNow } from '../../client/router.ts';
import { useKeptAnswer } from '../../offline/use-offline-answer.ts';
import { Answered } from '../../parts/answer-view.tsx';
import { Bars } from '../../parts/bars.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { KeptNote } from '../../parts/offline-note.tsx';
import { Link } from '../../parts/link.tsx';
import { Page } from '../../parts/page.tsx';
import { Qr } from '../../parts/qr.tsx';
import { Picture } from './picture.tsx';
import { checkingOf, checkingWords, orderFacts, otherWords, pieceFacts, returnedWords, type Fact } from './words.ts';
import './page.css';

const BILLS = '/wx/bill';
const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(({ word, value }) => (
      <div key={word}>
        <dt>{word}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
/** A picture that does not come leaves no hole. */
const Photo = ({ piece: { name, photo } }: { readonly piece: SlipPiece }) => {
  const [away, setAway] = useState(false);
  if (photo === '' || away) return null;
  return <img className="slip-photo" src={photo} alt={`${name}的照片`} loading="lazy" onError={() => setAway(true)} />;
};
const Warranty = ({ piece: { warranty, name } }: { readonly piece: SlipPiece }) => {
  const checking = checkingOf(warranty);
  if (checking === null) return null;
  return (
    <div className="slip-warranty">
      <Qr text={warranty} label={`${name}的质保二维码`} />
      <p className="soft">{checkingWords(checking.place)}</p>
      <a className="button plain" href={checking.link}>
        查验真伪
      </a>
    </div>
  );
};
const Piece = ({ piece }: { readonly piece: SlipPiece }) => {
  const back = returnedWords(piece);
  return (
    <section className="card slip-piece">
      <Photo piece={piece} />
      <h2>{piece.name}</h2>
      {back === '' ? null : <p className="note bad">{back}</p>}
      <Facts facts={pieceFacts(piece)} />
      <Bars text={piece.barcode} label={`条码 ${piece.barcode}`} />
      <Warranty piece={piece} />
    </section>
  );
};
const isInMessagingApp = (): boolean => /MicroMessenger/i.test(navigator.userAgent);
const Slip = ({ slip }: { readonly slip: ShopperSlip }) => (
  <>
    <section className="card">
      <Facts facts={orderFacts(slip)} />
    </section>
    {slip.list.map((piece) => (
      <Piece key={piece.barcode} piece={piece} />
    ))}
    {slip.others.length === 0 ? null : (
      <section className="card">
        <h2>本单还有</h2>
        <ul className="slip-others">
          {slip.others.map((other, place) => (
            <li key={place}>{otherWords(other)}</li>
          ))}
        </ul>
      </section>
    )}
    {slip.terms === '' ? null : (
      <section className="card">
        <h2>售后说明</h2>
        <p className="slip-terms">{slip.terms}</p>
      </section>
    )}
    <div className="slip-acts">
      <Picture slip={slip} />
      {isInMessagingApp() ? null : (
        <Button look="plain" wide onPress={() => print()}>
          打印
        </Button>
      )}
    </div>
  </>
);
const NoNumber = () => (
  <Empty title="链接不完整">
    <p className="soft">这个链接里没有质保单的编号，请从列表打开。</p>
    <Link className="button" to={BILLS}>
      全部质保单
    </Link>
  </Empty>
);
const Asked = ({ id }: { readonly id: string }) => {
  const asked = useKeptAnswer<ShopperSlip>(`/wx/bill-detail/${encodeURIComponent(id)}`, `slip-${id}`);
  if (asked.state === 'failed' && asked.refusal.kind === 'missing')
    return (
      <Empty title={asked.refusal.message}>
        <p className="soft">它可能正由门店更正，或不在您的名下。</p>
        <Link className="button" to={BILLS}>
          全部质保单
        </Link>
      </Empty>
    );
  return (
    <>
      <KeptNote at={asked.keptAt} again={asked.again} />
      <Answered of={asked}>{(slip) => <Slip slip={slip} />}</Answered>
    </>
  );
};
const BillDetail = () => {
  const id = queryNow().get('id') ?? '';
  return (
    <Page title="质保单" back={BILLS}>
      {id === '' ? <NoNumber /> : <Asked id={id} />}
    </Page>
  );
};
export default BillDetail;
