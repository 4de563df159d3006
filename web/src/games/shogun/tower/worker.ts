/** Works out throws beside the page, so that nothing on it waits. */
import type { Cubes } from '../view'
import { roll } from './roll'

self.onmessage = ({ data }: MessageEvent<{ thrown: Cubes; fell: Cubes }>) => {
  const course = roll(data.thrown, data.fell)
  self.postMessage(course, { transfer: [course.poses.buffer] })
}
