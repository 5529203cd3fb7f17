import '#styles/main.css';
import { charts } from './charts.tsx';
import { points } from './points.tsx';
import { tables } from './tables.tsx';

Object.assign(window, { bench: { ...points, ...charts, ...tables } });
