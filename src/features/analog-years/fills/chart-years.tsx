import { computed } from 'nanostores';
import type { CreateChartYears } from '#season/years/chart-years.ts';
import { AnalogSection } from '../screen/AnalogSection.tsx';
import { createAnalogs } from '../screen/analogs.ts';

const createAnalogYears: CreateChartYears = (request) => {
  const analogs = createAnalogs(request);
  return {
    label: 'Analog years',
    $found: computed(analogs.query.$state, (state) => {
      if ('data' in state) return { years: state.data?.nearest.map(({ year }) => year) ?? [] };
      return {
        missing: 'error' in state ? 'The analog years could not be loaded.' : 'Loading the analog years…',
      };
    }),
    load: analogs.load,
    cancel: analogs.query.cancel,
    section: {
      label: 'Years like this one',
      part: analogs.part,
      setIsOpen: (isOpen) => analogs.setView({ isOpen }),
      render: (draw) => <AnalogSection analogs={analogs} draw={draw} />,
    },
  };
};

export default createAnalogYears;
