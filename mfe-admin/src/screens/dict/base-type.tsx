import { baseDictTypeList } from 'projections/master-data/contract';
import { dictTypeScreen } from './type-screen.tsx';

export default dictTypeScreen({
  list: baseDictTypeList,
  title: '字典类型',
  key: 'base:baseDictType',
  dataKey: 'base:baseDictData',
  data: '/admin/dict-data',
});
