import { Label } from '@primer/react';
import type { Tone } from '../format/kinds.ts';
import { words } from '../format/show.ts';

type Labels = Readonly<Record<string, { readonly text: string; readonly tone: Tone }>>;
const PENDING = { text: '待审核', tone: 'attention' } as const;
/** Any value other than 2 is pending (S0§4). */
const AUDIT: Labels = { '2': { text: '已审核', tone: 'success' } };
export const ENABLED: Labels = { '2': { text: '正常', tone: 'success' }, '1': { text: '停用', tone: 'neutral' } };

const VARIANT = {
  danger: 'danger',
  attention: 'attention',
  success: 'success',
  accent: 'accent',
  done: 'done',
  severe: 'severe',
  neutral: 'secondary',
} as const satisfies Record<Tone, string>;

type DocumentState = { readonly auditFlag: number; readonly underWay: string };
const UNDER_WAY: Labels = {
  posting: { text: '过账中', tone: 'accent' },
  reversing: { text: '反审核中', tone: 'accent' },
};

/** 待审核 / 已审核 from auditFlag, or the words of `labels`. */
export const StatusLabel = ({ value, labels }: { value: unknown; labels?: Labels | undefined }) => {
  const key = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const face =
    labels === undefined ? (AUDIT[key] ?? PENDING) : (labels[key] ?? { text: words(value), tone: 'neutral' });
  return <Label variant={VARIANT[face.tone]}>{face.text}</Label>;
};
/** How far a document is: 待审核, 已审核, or what is under way with it. */
export const DocumentStatus = ({ row: { auditFlag, underWay } }: { row: DocumentState }) =>
  underWay === '' ? <StatusLabel value={auditFlag} /> : <StatusLabel value={underWay} labels={UNDER_WAY} />;
