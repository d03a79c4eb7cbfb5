/** The life of one piece: photo, where it is, and every step with who, when, document, changes and reason. */
import { goodsLife, type GoodsLife, type LifeStep } from 'projections/goods-flow/contract';
import { messageOf, useRecord } from 'root-config/api';
import {
  EmptyState,
  FailedState,
  Label,
  SkeletonBox,
  Thumb,
  Timeline,
  changeText,
  money,
  weight,
  type Tone,
} from 'root-config/ui';
import { useRemembered } from './guide.tsx';
import './life.css';

const Whereabouts = ({ life }: { life: GoodsLife }) =>
  life.whereabouts.length === 0 ? (
    <Label variant="secondary">{life.elsewhere === '' ? '不在任何分店' : life.elsewhere}</Label>
  ) : (
    <>
      {life.whereabouts.map(({ shopId, shopName, onHand, held }) => (
        <Label key={shopId} variant={held > 0 ? 'accent' : 'success'}>
          {shopName} 在库 {onHand} 件{held > 0 ? `，其中待审 ${held} 件` : ''}
        </Label>
      ))}
    </>
  );

const facts = ({ goods }: GoodsLife): readonly (readonly [string, string])[] => {
  const all: readonly (readonly [string, string | undefined])[] = [
    ['类别', goods.type],
    ['成色', goods.fineness],
    ['金重', goods.goldWeight === undefined ? undefined : weight(goods.goldWeight)],
    ['总重', goods.weight === undefined ? undefined : weight(goods.weight)],
    ['标价', goods.sellPrice === undefined ? undefined : money(goods.sellPrice)],
    ['成本', goods.piceCost === undefined ? undefined : money(goods.piceCost)],
    ['证书号', goods.cerif],
  ];
  return all.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [[label, value] as const]));
};

const toneOf = ({ title }: LifeStep): Tone => {
  if (title.includes('反审核') || title.includes('删除')) return 'danger';
  if (/销售|调拨|退|报损|报溢/.test(title)) return 'accent';
  return /审核/.test(title) ? 'success' : 'neutral';
};
const entryOf = (step: LifeStep, index: number) => ({
  key: `${step.position}-${index}`,
  at: step.at,
  by: step.by,
  title: step.documentNo === null ? step.title : `${step.title} ${step.documentNo}`,
  tone: toneOf(step),
  changes: [...(step.text === '' ? [] : [step.text]), ...step.changes.map(changeText)],
  reason: step.reason ?? undefined,
});

type Props = { readonly barcode: string; readonly asOf: string | undefined };
export const Life = ({ barcode, asOf }: Props) => {
  const { record, pending, error, retry } = useRecord(goodsLife.path, goodsLife.data, { barcode, asOf });
  useRemembered(barcode, record?.name);
  if (error?.status === 404) return <EmptyState title={messageOf(error)} text="请检查后重新扫描或输入" />;
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (pending || record === null) {
    return (
      <div className="life" aria-busy>
        <SkeletonBox height="160px" />
      </div>
    );
  }
  return (
    <section className="life" aria-label="首饰的一生">
      <header className="life-head">
        {record.photos.length === 0 ? (
          <div className="life-photo">无图片</div>
        ) : (
          <div className="life-photo">
            <Thumb names={record.photos} size={128} />
          </div>
        )}
        <div className="life-facts">
          <h3>{record.name === '' ? record.barcode : record.name}</h3>
          <p className="life-code">{record.barcode}</p>
          <p className="life-where">
            <Whereabouts life={record} />
          </p>
          <dl>
            {facts(record).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </header>
      <div className="life-steps">
        <Timeline label="首饰的一生" entries={record.steps.map(entryOf)} />
      </div>
    </section>
  );
};
