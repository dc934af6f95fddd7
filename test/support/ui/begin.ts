export { openPlace as default } from './place';
