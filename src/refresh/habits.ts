export interface Habits { between(from:number,to:number):number; after(from:number,days:number):number }
