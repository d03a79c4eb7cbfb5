/** What happened, in the words of the shop: event types for people. */
import type { DocumentManifest } from './manifest.ts';
import { MANIFESTS } from './manifests.ts';

/** Documents share their steps: `TransferAudited` is 调拨单审核. */
const STEPS: Readonly<Record<string, string>> = {
  Submitted: '提交',
  LinesWritten: '写入明细',
  Opened: '保存',
  Refused: '未能保存',
  RevisionProposed: '提交修改',
  Revised: '修改',
  RevisionRefused: '未能修改',
  Deleted: '删除',
  Audited: '审核',
  Posted: '过账',
  ReversalProposed: '提交反审核',
  Reversed: '反审核',
  ReversalRefused: '未能反审核',
  Reopened: '退回待审核',
};
/** Of streams that are no document's. */
const OTHER_EVENTS: Readonly<Record<string, string>> = {
  DocumentPrinted: '打印',
  GoldPricesQuoted: '金价报价',
  WordGiven: '授权',
  WordDisowned: '否认授权',
  ExceptionNoted: '异常',
  PointsHeld: '积分占用',
  PointsHoldReleased: '解除积分占用',
  PointsPosted: '积分过账',
  PointsClaimed: '准备积分反审核',
  PointsClaimReleased: '取消积分反审核',
  PointsPostingReversed: '积分反审核',
  PointsCorrected: '调整积分',
  PointsHandedOver: '积分转出',
  PointsTakenOver: '积分转入',
};
/** Words of every event type of these documents; undefined for a type that is none of theirs. */
export const eventWordsOf =
  (manifests: readonly DocumentManifest[]) =>
  (type: string): string | undefined => {
    for (const { label, events, eventWords = {} } of manifests) {
      if (type in eventWords) return eventWords[type];
      const step = events !== undefined && type.startsWith(events) ? STEPS[type.slice(events.length)] : undefined;
      if (step !== undefined) return `${label}${step}`;
    }
    return undefined;
  };
/** A type that is in no manifest is of a newer house: people hear that it is unknown, and its name. */
export const eventInWords = (type: string): string =>
  eventWordsOf(MANIFESTS)(type) ?? OTHER_EVENTS[type] ?? `其他记录（${type}）`;
