/** The house's template for pieces without one of their own. */
import { client } from 'root-config/api';
import { Templates, chosenTemplate } from './chosen-template.ts';

/** `type`: 首饰类别, '' for pieces of several kinds. */
export const defaultTemplate = async (type: string): Promise<string | undefined> => {
  const query = { kind: 'label', pageIndex: 1, pageSize: 100, ...(type !== '' && { labelType: type }) };
  return chosenTemplate(Templates.parse(await client.get('/base-print-template', query)).list, type);
};
