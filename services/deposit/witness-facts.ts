/** What others saw of a deposit (R142): which account of whom it went to, how much, how it was paid, who took it. */
import { judgesOf } from '../documents/witnessed-kind.ts';
import { depositStream, type DepositHeader, type DepositLine } from './contract.ts';
import { depositManifest } from './manifest.ts';

export const depositWitness = judgesOf<DepositHeader, DepositLine>({
  manifest: depositManifest,
  stream: depositStream,
  places: { paid: 'amount', lines: 'account', methods: 'balanceList' },
  factsOf: ({ header, lines }) => ({
    paidFen: lines.reduce((sum, { kind, amountFen }) => sum + (kind === '1' ? amountFen : -amountFen), 0),
    methods: header.payments,
    sellers: [header.seller.id],
    lines: lines.map(({ account, kind }) => [header.customerId, account, kind]),
  }),
});
