/** The only door to the shared screens, and to Primer (by name: whole Primer is 50 KB more). */
export {
  ActionList,
  ActionMenu,
  AnchoredOverlay,
  Button,
  ButtonGroup,
  Checkbox,
  Dialog,
  Heading,
  IconButton,
  Label,
  ProgressBar,
  Radio,
  SegmentedControl,
  SkeletonBox,
  Spinner,
  TextInput,
  Textarea,
  VisuallyHidden,
} from '@primer/react';
export { Tooltip } from '@primer/react/next';

export type { CascadeOption, Option, Pictures, RemoteSource, Tone, ValueKind } from './format/kinds.ts';
export { parseNumber, ruleOf, type NumberRule, type NumberReading } from './format/numbers.ts';
export {
  NOTHING,
  carat,
  count,
  day,
  moment,
  money,
  number,
  percent,
  pictureNames,
  show,
  showIn,
  weight,
  words,
} from './format/show.ts';
export { TEXTS, deleteText, exportText, logDeleteText } from './format/texts.ts';

export type {
  BulkAction,
  CardFace,
  Column,
  Filter,
  FilterValues,
  ListEndpoint,
  ListSpec,
  RowOfEndpoint,
  Query,
  RangePreset,
  RowAction,
  ScreenHandle,
  ToolbarAction,
} from './list/types.ts';
export { atMoment } from './list/at-moment.ts';
export { columnsOf } from './list/columns.ts';
export { DocumentHistory, changeText } from './document/document-history.tsx';
export { explainedBy } from './document/explanation-list.tsx';
export { STATUS_OPTIONS, closing, removing } from './list/record-actions.ts';
export { documentActions, documentCommands, type DocumentRow } from './list/document-actions.tsx';

export type {
  Field,
  FormButton,
  FormDialogProps,
  FormHandle,
  FormMode,
  LinesSection,
  Problem,
  Resend,
  SaveContext,
  Section,
} from './form/types.ts';
export {
  checkPasswords,
  passwordHint,
  passwordOwner,
  stillSaid,
  type PasswordErrors,
  type Passwords,
} from './form/password-rules.ts';
export { auditedFields } from './form/audited-fields.ts';
export { fieldsOf, linesOf, sectionsOf } from './form/sections.ts';
export { uploadPicture } from './pieces/upload-picture.ts';
export { FormControl } from './pieces/form-control.tsx';
export { DrawnChart, type Drawing } from './chart/lazy-chart.tsx';
export { CameraScan } from './scan/lazy-camera-scan.tsx';
export { CropDialog, ExplainPanel, FormDialog, Grid, LineGrid, PictureUpload, ScanBox } from './lazy-dialogs.tsx';
export { ToggleSwitch } from './pieces/lazy-toggle-switch.tsx';

export type {
  CellChange,
  CellRefusal,
  GridColumn,
  GridProps,
  LineColumn,
  LineGridProps,
  ScanOutcome,
} from './grid/types.ts';
export { LineModel, type LineNotes, type RefusedCell } from './grid/line-model.ts';
export type { ScanBoxProps } from './grid/scan-box.tsx';
export { playScan } from './scan/feedback.ts';

export {
  askReason,
  askUnaudit,
  confirm,
  confirmAudit,
  confirmDelete,
  leaving,
  type Question,
} from './pieces/confirm.tsx';
export { Tabs } from './pieces/tabs.tsx';
export { lazily } from './pieces/lazily.tsx';
export { ask, openOverlay } from './pieces/overlay.tsx';
export { KeyCap } from './pieces/key-cap.tsx';
export { openPictures } from './pieces/open-pictures.tsx';
export { pictureUrl, thumbUrl } from './pieces/picture-url.ts';
export { DocumentStatus, ENABLED, StatusLabel } from './pieces/status-label.tsx';
export { Thumb } from './pieces/thumb.tsx';

export { listScreen, reportScreen, type ScreenComponent } from './list/list-screen.tsx';
export { ExportButton, PastBand } from './list/list-toolbar.tsx';
export { Clock } from './list/clock.tsx';
export { Paging } from './list/paging.tsx';
export { TotalsStrip, type Figure } from './list/totals-strip.tsx';
export { runCommand, showRefusal, type CommandCall } from './pieces/run-command.tsx';
export { EmptyState, FailedState } from './pieces/empty-state.tsx';
export { DateRangePicker, DayInput } from './pieces/date-inputs.tsx';
export { inWindow, parseDay, shopToday, type DateWindow } from './pieces/date-window.ts';
export { useDateWindow } from './pieces/use-date-window.ts';
export type { PickerOption, PickerProps } from './pieces/picker-props.ts';
export { Picker } from './pieces/picker.tsx';
export { DictMultiSelect, DictSelect, OptionSelect, RemoteSelect, ShopTreeSelect } from './pieces/selects.tsx';
export { useMedia, usePhone } from './pieces/use-media.ts';
export { ErrorBoundary, ProgressDialog, Steps } from './pieces/progress.tsx';
export { Timeline, type TimelineEntry } from './pieces/timeline.tsx';
