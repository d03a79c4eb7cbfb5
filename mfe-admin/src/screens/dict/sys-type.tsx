import { dictTypeList } from 'projections/master-data/contract';
import { dictTypeScreen } from './type-screen.tsx';

export default dictTypeScreen({
  list: dictTypeList,
  title: '系统字典',
  key: 'admin:sysDictType',
  dataKey: 'admin:sysDictData',
  data: '/admin/sys-dict-data',
});
