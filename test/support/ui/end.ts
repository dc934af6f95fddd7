export { closePlace as default } from './place';
