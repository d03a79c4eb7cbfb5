/** After an audit: pieces that came back at another weight want a new label, and one press prints it (R74). */
import { can, client, messageOf, toast } from 'root-config/api';
import { confirm } from 'root-config/ui';
import { z } from 'zod';

const MAY_PRINT = ['biz:bizGoodsIn:print', 'biz:bizGoodsIn:offlinePrint'];
const Lines = z.array(z.object({ labelId: z.int(), name: z.string(), barcode: z.string(), goldWeight: z.number() }));
const Labels = z.array(z.looseObject({ printTemplate: z.string() }));

const print = async (ids: readonly number[]): Promise<void> => {
  const rows = Labels.parse(await client.put('/biz-goods-in/batch-print', { ids }));
  const { printLabels } = await import('root-config/print');
  for (const [fileName, same] of Map.groupBy(rows, ({ printTemplate }) => printTemplate)) {
    await printLabels({ rows: same, fileName }, 'any');
  }
};
/** Asks for what these orders took back; nothing where no label lies, or nobody here may print. */
export const askLabels = async (saleIds: readonly number[]): Promise<void> => {
  try {
    const lists = await Promise.all(saleIds.map((sellId) => client.get('/biz-sell-change/list', { sellId })));
    const wanted = lists.flatMap((list) => Lines.parse(list)).filter(({ labelId }) => labelId > 0);
    const [first] = wanted;
    if (first === undefined) return;
    const more = wanted.length > 1 ? `等${wanted.length}件` : '';
    const text = `${first.name} ${first.barcode}${more}退回后重量已变，现为 ${first.goldWeight.toFixed(3)}g，旧标签不能再用。`;
    if (!MAY_PRINT.some(can)) return toast.warning(`${text}请店长打印新标签。`);
    const now = await confirm({ title: '请换新标签', text, ok: '打印标签', cancel: '稍后打印' });
    if (now) await print(wanted.map(({ labelId }) => labelId));
  } catch (error) {
    toast.error(messageOf(error));
  }
};
