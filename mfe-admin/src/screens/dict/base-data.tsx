import { baseDictDataList, baseDictTypeList } from 'projections/master-data/contract';
import { dictDataScreen } from './data-screen.tsx';

export default dictDataScreen({
  list: baseDictDataList,
  title: '字典数据',
  key: 'base:baseDictData',
  types: baseDictTypeList.path,
});
