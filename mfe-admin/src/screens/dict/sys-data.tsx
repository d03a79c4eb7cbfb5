import { dictDataList, dictTypeList } from 'projections/master-data/contract';
import { dictDataScreen } from './data-screen.tsx';

export default dictDataScreen({
  list: dictDataList,
  title: '系统字典数据',
  key: 'admin:sysDictData',
  types: dictTypeList.path,
});
