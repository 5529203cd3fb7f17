// Draws figures, which takes longer than the server's thread may be busy.
import { estimateTextWidths } from '#kits/chart/export/render-svg.ts';
import { answerTasks } from '#server/answer-tasks.ts';
import { writeFigure } from './write-figure.ts';

estimateTextWidths();
answerTasks(writeFigure);
