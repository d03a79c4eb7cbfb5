import { causeInWords, type ParkedRow, type ReadModelRow } from 'projections/read-models/contract';
import { eventInWords } from 'services/contracts/event-words';
import { Dialog, show } from 'root-config/ui';

/** The piece or document as people name it, the record that was not taken, why and since when. */
const Parked = ({ row }: { readonly row: ParkedRow }) => (
  <tr>
    <td>{row.key}</td>
    <td>
      {causeInWords(row.cause)}
      <br />
      <small>{row.cause}</small>
    </td>
    <td>
      {eventInWords(row.eventType)}
      <br />
      <small>
        {row.stream}，位置 {row.firstPosition}
      </small>
    </td>
    <td>{show('moment', row.parkedAt)}</td>
  </tr>
);

export const ParkedDialog = ({ row, onClose }: { readonly row: ReadModelRow; readonly onClose: () => void }) => (
  <Dialog
    title={`${row.title}：未更新的数据`}
    width="xlarge"
    position={{ narrow: 'fullscreen', regular: 'center' }}
    onClose={onClose}
    footerButtons={[{ content: '关闭', onClick: onClose }]}
  >
    <p>这些数据从所列的记录起不再更新，列表中标为“未更新”；其他数据照常更新。排除原因后点“重试”。</p>
    <div css={{ overflowX: 'auto' }}>
      <table className="ui-table" aria-label="未更新的数据">
        <thead>
          <tr>
            {['数据', '原因', '记录', '开始时间'].map((title) => (
              <th key={title} scope="col" className="ui-td" css={{ textAlign: 'start' }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row.parked.map((one) => (
            <Parked key={one.key} row={one} />
          ))}
        </tbody>
      </table>
    </div>
  </Dialog>
);
