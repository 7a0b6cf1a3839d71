import numpy as np
d=np.loadtxt('/tmp/dump.txt',usecols=range(1,13))
rng=np.random.default_rng(0); d=d[rng.permutation(len(d))]
y=d[:,0]; tm=d[:,1:2]; X=d[:,2:]
names="enclosed clean enclpts chains targets air room inner free empty".split()
def fit(X,y,Xv,yv,names):
    m,s=X.mean(0),X.std(0)+1e-9
    A=np.c_[(X-m)/s,np.ones(len(X))];B=np.c_[(Xv-m)/s,np.ones(len(Xv))]
    w=np.zeros(A.shape[1])
    for _ in range(30):
        p=1/(1+np.exp(-A@w)); g=A.T@(p-y)/len(y)+1e-4*w
        H=(A*(p*(1-p))[:,None]).T@A/len(y)+1e-4*np.eye(len(w)); w-=np.linalg.solve(H,g)
    p=1/(1+np.exp(-B@w))
    ll=-(yv*np.log(p+1e-9)+(1-yv)*np.log(1-p+1e-9)).mean()
    raw=w[:-1]/s; b=w[-1]-(w[:-1]*m/s).sum()
    return ll,((p>.5)==yv).mean(),w,raw,b
n=len(y)*4//5
for t in(0,1):
    k=tm[:,0]==t
    Xa,ya=X[k],y[k]; n=len(ya)*4//5
    ll,acc,w,raw,b=fit(Xa[:n],ya[:n],Xa[n:],ya[n:],names)
    print('attacker' if t else 'defender','to move base',ya.mean(),'ll',ll,'acc',acc)
    for i in np.argsort(-abs(w[:-1])): print('  %-10s %6.2f raw %.3f'%(names[i],w[i],raw[i]))
    print('  b',b)
