/** Which read models the GETs are made of, and which stream stands behind a row. */
import { goodsStream } from 'services/goods/contract';
import { saleStream } from 'services/sale/contract';
import { adjustStream } from 'services/stock-adjust/contract';
import { checkStream } from 'services/stock-check/contract';
import { supplierReturnStream } from 'services/supplier-return/contract';
import { transferStream } from 'services/transfer/contract';
import type { ReadsFrom } from './platform/contained.ts';

const ofPiece: ReadsFrom['streamOf'] = ({ barcode }) => (typeof barcode === 'string' ? goodsStream(barcode) : null);
const ofDocument =
  (stream: (id: number) => string): ReadsFrom['streamOf'] =>
  ({ id }) =>
    typeof id === 'number' ? stream(id) : null;

export const READS_FROM: readonly ReadsFrom[] = [
  {
    paths: ['/biz-goods-in'],
    projections: ['goods-in', 'goods-in-versions', 'holding', 'imports'],
    streamOf: ofPiece,
  },
  { paths: ['/report-goods-flow'], projections: ['goods-flow', 'holding', 'goods-in'], streamOf: ofPiece },
  { paths: ['/report-goods-turnover'], projections: ['goods-turnover', 'goods-in'], streamOf: ofPiece },
  {
    paths: ['/report-goods-allocate', '/report-goods-return'],
    projections: ['goods-moves', 'goods-in'],
    streamOf: ofPiece,
  },
  {
    paths: ['/report-goods-check'],
    projections: ['holding', 'goods-in', 'stock-checks', 'stock-check-versions', 'stock-check-counts'],
    streamOf: ofPiece,
  },
  {
    paths: ['/biz-allocate', '/biz-allocate-detail'],
    projections: ['transfers', 'transfer-versions'],
    streamOf: ofDocument(transferStream),
  },
  {
    paths: ['/biz-check', '/biz-check-detail'],
    projections: ['stock-checks', 'stock-check-versions', 'stock-check-counts'],
    streamOf: ofDocument(checkStream),
  },
  {
    paths: ['/biz-goods-return', '/biz-goods-return-detail'],
    projections: ['supplier-returns', 'supplier-return-versions'],
    streamOf: ofDocument(supplierReturnStream),
  },
  {
    paths: ['/biz-stock-adjust', '/biz-stock-adjust-detail'],
    projections: ['stock-adjusts', 'stock-adjust-versions'],
    streamOf: ofDocument(adjustStream),
  },
  {
    paths: [
      '/biz-sell',
      ...['goods', 'balance', 'change', 'recycle', 'gift', 'clean'].map((lines) => `/biz-sell-${lines}`),
    ],
    projections: ['sales', 'sale-versions'],
    streamOf: ofDocument(saleStream),
  },
  {
    paths: ['/report-sell-approval'],
    projections: ['sale-versions'],
    streamOf: ({ orderId }) => (typeof orderId === 'number' ? saleStream(orderId) : null),
  },
];
